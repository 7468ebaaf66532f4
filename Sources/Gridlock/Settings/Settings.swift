public import GridlockAnalysis

/// How the detector behaves; read from the environment at the first recorded operation, and
/// changed through ``Detector/configure(_:)``.
public struct Settings: Sendable {
  /// Whom a release wakes, for stress runs: a program that is right is right under each.
  public enum WakePolicy: String, Sendable, CaseIterable {
    /// One thread that can go, the longest waiting first.
    case targeted
    /// Every thread that waits, as Foundation's class does; those that can't go wait again.
    case broadcast
    /// One thread that can go, the latest first; nobody is passed over more than sixteen times.
    case adversarial
  }

  /// How much is recorded.
  public enum Mode: String, Sendable, CaseIterable {
    /// Nothing: the locks only lock.
    case off
    /// Events without call stacks.
    case events
    /// Events with call stacks.
    case stacks
  }

  /// `GRIDLOCK`. Locks made while it is `off` stay unrecorded.
  public var mode: Mode = .stacks
  /// `GRIDLOCK_REACTION`.
  public var reaction: Reaction = .report
  /// What to do about findings of one kind, where it differs from `reaction`.
  public var reactions: [Finding.Kind: Reaction] = [:]
  /// The least severity that is printed as it is found; everything is in reports.
  public var printedSeverity: Finding.Severity = .warning
  /// `GRIDLOCK_OUTPUT`: where reports go, with `{PID}` for the process id; nil for standard error.
  public var outputPath: String?
  /// `GRIDLOCK_SIGNAL`: the signal that asks for a report; zero for none.
  public var signal: Int32 = Settings.defaultSignal
  /// Whether the signal is taken over from a handler of the program's, which is then called on.
  public var takesSignalOver = false
  /// `GRIDLOCK_AT_EXIT`: whether a report is written when the process ends normally.
  public var reportsAtExit = false
  /// Whether the ids of what was found are written as a baseline when the process ends normally;
  /// `GRIDLOCK_AT_EXIT` is `baseline` then.
  public var writesBaselineAtExit = false
  /// `GRIDLOCK_SUPPRESS`: a file of suppressions, read once at the start.
  public var suppressionPath: String?
  /// `GRIDLOCK_BASELINE`: a file of findings that are known, read once at the start.
  public var baselinePath: String?
  /// `GRIDLOCK_WAKE`: whom a release wakes.
  public var wakePolicy: WakePolicy = .targeted
  /// `GRIDLOCK_LONG_HOLD` and `GRIDLOCK_LONG_WAIT`, in milliseconds.
  public var thresholds = Thresholds()

  public init() {}
}
