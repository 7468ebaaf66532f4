public import GridlockEvents

/// The latest release of a lock.
public struct Release: Sendable, Hashable {
  public var mark: Mark
  /// `unlock`, `unlockWith`, `wait` (a monitor given up) or a semaphore's signal.
  public var operation: Operation
  public var before: Int
  public var after: Int
  /// The form by which the releaser had taken the lock; `.none` when it did not hold it.
  public var acquiredBy: Operation

  public init(
    mark: Mark, operation: Operation, before: Int, after: Int, acquiredBy: Operation
  ) {
    self.mark = mark
    self.operation = operation
    self.before = before
    self.after = after
    self.acquiredBy = acquiredBy
  }

  /// Whether the value was left as it was by a form that names none.
  public var keptValue: Bool { operation == .unlock }
}
