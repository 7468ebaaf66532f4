public import GridlockEvents

extension Observation {
  /// A value put on a condition lock, or a signal sent, by a thread that needed other locks first.
  public struct ValueSet: Sendable, Hashable {
    public var lock: LockID
    /// The value set; nil for a signal.
    public var value: Int?
    public var mark: Mark
    /// What the setter held, and what it took since the oldest wait for this value began. Never
    /// empty.
    public var needed: [Hold]

    public init(lock: LockID, value: Int?, mark: Mark, needed: [Hold]) {
      self.lock = lock
      self.value = value
      self.mark = mark
      self.needed = needed
    }
  }
}
