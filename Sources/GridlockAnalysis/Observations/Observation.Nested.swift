public import GridlockEvents

extension Observation {
  /// A request for a lock by a thread that holds others.
  public struct Nested: Sendable, Hashable {
    public var lock: LockID
    public var operation: Operation
    /// The value the request names.
    public var wanted: Int?
    /// Whether the request gives up at some time, so that it makes no edge into `lock`.
    public var isTimed: Bool
    public var mark: Mark
    /// In the order they were taken, without `lock` itself.
    public var held: [Hold]
    /// Semaphores used as mutexes that the thread has: they make no order, but keep others out.
    public var gates: [LockID]

    public init(
      lock: LockID, operation: Operation, wanted: Int? = nil, isTimed: Bool = false, mark: Mark,
      held: [Hold], gates: [LockID] = []
    ) {
      self.lock = lock
      self.operation = operation
      self.wanted = wanted
      self.isTimed = isTimed
      self.mark = mark
      self.held = held
      self.gates = gates
    }

    /// Whether the request may block for good.
    public var mayBlock: Bool { !isTimed && !operation.isTry }
  }
}
