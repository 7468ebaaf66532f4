public import GridlockAnalysis

/// Thrown by ``Detector/assertNoFindings(_:certainty:seconds:_:)``: why the assertion failed.
public struct DeadlockFailure: Error, CustomStringConvertible, Sendable {
  /// What was found; empty when nothing could be looked at.
  public let findings: [Finding]
  /// The whole report, or why nothing could be looked at.
  public let description: String

  /// Nothing could be looked at: the build records nothing.
  package static var silent: DeadlockFailure {
    DeadlockFailure(findings: [], description: Detector.silentMessage)
  }
}
