public import GridlockEvents

/// A lock a thread holds, and how it came by it.
public struct Hold: Sendable, Hashable {
  public var lock: LockID
  public var operation: Operation
  /// Who took it (the holder), since when and from where.
  public var mark: Mark

  public init(lock: LockID, operation: Operation, mark: Mark) {
    self.lock = lock
    self.operation = operation
    self.mark = mark
  }
}
