/// What to do about a finding.
public enum Reaction: String, Sendable, CaseIterable {
  /// Keep it for reports and tests, print nothing.
  case ignore
  /// Print it once, and go on.
  case report
  /// Print it and end the process with `abort()`, for findings of severity error.
  case abort
}
