public import GridlockEvents

extension Finding {
  /// One thread's part in a finding: an operation, where it was called, and why it matters.
  public struct Participant: Sendable, Hashable {
    public enum Role: String, Sendable, Hashable {
      /// Blocked in this operation.
      case waits
      /// Took the lock and has it still.
      case holds
      /// Did what caused it.
      case caused
      /// Could have ended the wait.
      case couldHelp = "could-help"
      /// Did something that matters to the story.
      case witness
    }

    public var role: Role
    public var operation: Operation
    public var lock: LockID?
    /// The value the operation names or sets.
    public var value: Int?
    /// Who, when, from where.
    public var mark: Mark

    public init(
      role: Role, operation: Operation, lock: LockID?, value: Int? = nil, mark: Mark
    ) {
      self.role = role
      self.operation = operation
      self.lock = lock
      self.value = value
      self.mark = mark
    }
  }
}
