/// One schedule: who moves when.
public struct Schedule: Sendable, Hashable {
  /// How a step of a schedule turns out.
  public enum Outcome: Sendable, Hashable {
    /// The operation goes through; for `wait`, `sync`, `await` and `runloop` it is entered.
    case completed
    /// A try fails, or a limit passes.
    case failed
    /// The operation starts and blocks.
    case blocked
    /// A dispatch block gets a thread.
    case started
    /// A wait takes its lock again and ends.
    case resumed
    /// A signal goes through and wakes the body with this index.
    case woke(Int)
  }

  /// One move of one body.
  public struct Step: Sendable, Hashable {
    public var operation: Scenario.OperationReference
    public var outcome: Outcome

    public init(operation: Scenario.OperationReference, outcome: Outcome) {
      self.operation = operation
      self.outcome = outcome
    }
  }

  public var steps: [Step]
  /// The same as steps to force, each operation that hangs marked as started and blocked.
  public var order: [Scenario.OrderStep]
  /// Whether bodies are left unfinished for good.
  public var hangs: Bool
}
