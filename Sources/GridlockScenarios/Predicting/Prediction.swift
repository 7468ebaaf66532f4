public import GridlockAnalysis
public import GridlockEvents

/// A hang that did not happen in a recorded run, and a schedule in which it would.
public struct Prediction: Sendable {
  /// What is taken to be so without having been seen.
  public enum Assumption: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Branches that were not taken are not known.
    case branches
    /// Where a value is counted up or down from the one there was, it always is.
    case valuesComputed
    /// Threads whose start was not seen could start at any time.
    case startsFreely
    /// The run's start was overwritten.
    case startMissing
    /// Only a stretch of the run was looked at.
    case stretch

    public static func < (left: Self, right: Self) -> Bool {
      allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }

    /// In a sentence.
    public var text: String {
      switch self {
      case .branches: "Each thread does in that schedule what it did in this run."
      case .valuesComputed:
        "Values that were counted up or down from the one there was are so in any schedule."
      case .startsFreely: "Threads whose start was not recorded may start at any time."
      case .startMissing: "What was overwritten in the ring does not matter."
      case .stretch: "What came before and after the stretch that was looked at does not matter."
      }
    }
  }

  /// One step of the schedule.
  public struct Step: Sendable, Hashable {
    public var thread: ThreadID
    public var operation: Operation
    public var lock: LockID
    public var other: ThreadID
    public var value: Int?
    /// Where it was done in the run.
    public var stack: StackID
    /// Whether the thread is left waiting in it.
    public var isBlocked: Bool
  }

  /// What would be found: occurrence predicted, never louder than a warning.
  public var finding: Finding
  /// The schedule, up to the hang.
  public var steps: [Step]
  public var assumptions: [Assumption]
  /// The threads, with the schedule as their order.
  public var scenario: Scenario
  /// The state at the hang, with the recorded names, for rendering.
  public var state: SystemState
}
