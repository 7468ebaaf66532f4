public import GridlockEvents

/// Who did something, when, and from where.
public struct Mark: Sendable, Hashable {
  public var thread: ThreadID
  /// Monotonic nanoseconds; zero when unknown, as of an owner whose hold is not listed yet.
  public var time: UInt64
  public var stack: StackID
  public var tag: SiteTag
  /// The lock's sequence number at that instant.
  public var sequence: UInt32

  public init(
    thread: ThreadID, time: UInt64 = 0, stack: StackID = .none, tag: SiteTag = .none,
    sequence: UInt32 = 0
  ) {
    self.thread = thread
    self.time = time
    self.stack = stack
    self.tag = tag
    self.sequence = sequence
  }
}
