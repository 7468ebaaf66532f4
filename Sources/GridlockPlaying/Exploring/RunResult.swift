import GridlockAnalysis
import GridlockEvents

/// What one schedule came to.
struct RunResult {
  enum Failure: Hashable {
    case stuck
    case tooLong
    case diverged(step: Int)
    case outside(String)
    case finding
    case error(String)

    /// Failures of the same kind; what a shorter schedule must show too.
    var kind: String {
      switch self {
      case .stuck: "stuck"
      case .tooLong: "too long"
      case .diverged: "diverged"
      case .outside: "outside"
      case .finding: "finding"
      case .error: "error"
      }
    }
  }

  var steps: [ScheduleStep]
  /// What the parties that did not end are about to do.
  var pending: [ScheduleStep]
  var names: [String]
  var failure: Failure?
  var findings: [Finding] = []
  var state = SystemState()
  var locks = SlotMap<LockID, LockState>()
  /// Threads that stay where they are.
  var abandoned = 0
}
