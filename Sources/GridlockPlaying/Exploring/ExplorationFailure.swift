public import GridlockAnalysis

/// A schedule under which an explored body fails, and how.
public struct ExplorationFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong, in one line.
  public let reason: String
  /// What the detectors found, where they found something.
  public let findings: [Finding]
  /// The schedule, for ``ExplorationStrategy/replay(_:)``.
  public let schedule: String
  /// How many schedules were tried, this one among them.
  public let schedulesTried: Int
  /// The threads as a scenario that hangs, for `gridlock check` and `gridlock play`; nil where the
  /// failure is no hang.
  public let scenario: String?
  /// Threads that are stuck in the schedules that failed; they stay until the process ends.
  public let abandonedThreads: Int
  /// All of it: what went wrong, the schedule step by step, the findings with their stacks.
  public let description: String
}

/// What an exploration came to.
package struct ExplorationOutcome: Sendable {
  package var schedules = 0
  /// Whether no schedule is left to try.
  package var isComplete = false
  package var failure: ExplorationFailure?
}
