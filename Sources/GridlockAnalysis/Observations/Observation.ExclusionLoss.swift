public import GridlockEvents

extension Observation {
  /// Two threads believed they held one lock.
  public struct ExclusionLoss: Sendable, Hashable {
    public var lock: LockID
    /// How the first owner had taken it.
    public var first: Hold
    /// The foreign release that freed it.
    public var release: Mark
    /// How the present owner took it then.
    public var present: Hold
    /// What the first owner did as if nothing had happened.
    public var operation: Operation
    public var act: Mark

    public init(
      lock: LockID, first: Hold, release: Mark, present: Hold, operation: Operation, act: Mark
    ) {
      self.lock = lock
      self.first = first
      self.release = release
      self.present = present
      self.operation = operation
      self.act = act
    }
  }
}
