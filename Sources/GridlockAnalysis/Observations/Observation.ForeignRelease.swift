public import GridlockEvents

extension Observation {
  /// A release by a thread that does not hold the lock.
  public struct ForeignRelease: Sendable, Hashable {
    public var lock: LockID
    /// `unlock`, `unlockWith`, or `wait` for a monitor waited on without holding it.
    public var operation: Operation
    public var before: Int
    public var after: Int
    public var mark: Mark
    /// The hold that was ended; nil when the lock was free.
    public var owner: Hold?
    /// The releaser's latest try of this lock, when it failed and nothing was taken since.
    public var failedTry: Mark?
    /// The foreign release that had freed the releaser's own hold before.
    public var takenBy: Mark?
    public var someoneWaits: Bool

    public init(
      lock: LockID, operation: Operation, before: Int = 0, after: Int = 0, mark: Mark,
      owner: Hold? = nil, failedTry: Mark? = nil, takenBy: Mark? = nil, someoneWaits: Bool = false
    ) {
      self.lock = lock
      self.operation = operation
      self.before = before
      self.after = after
      self.mark = mark
      self.owner = owner
      self.failedTry = failedTry
      self.takenBy = takenBy
      self.someoneWaits = someoneWaits
    }
  }
}
