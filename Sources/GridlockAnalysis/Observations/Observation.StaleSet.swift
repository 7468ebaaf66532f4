public import GridlockEvents

extension Observation {
  /// A value set after an unlocked read that had gone stale.
  public struct StaleSet: Sendable, Hashable {
    public var lock: LockID
    public var read: Mark
    /// What the read saw.
    public var seen: Int
    /// What the lock had when the value was set.
    public var found: Int
    public var value: Int
    public var mark: Mark

    public init(lock: LockID, read: Mark, seen: Int, found: Int, value: Int, mark: Mark) {
      self.lock = lock
      self.read = read
      self.seen = seen
      self.found = found
      self.value = value
      self.mark = mark
    }
  }
}
