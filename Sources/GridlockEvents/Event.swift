/// One thing that happened to a lock or a thread: the vocabulary shared by live, recorded and
/// explored runs.
public struct Event: Sendable, Hashable {
  /// What happened. Raw values are the ring's format.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// A lock came to be; `after` is its first value.
    case created = 1
    /// A thread is about to block; `wanted` is the value it waits for, if any.
    case waiting = 2
    /// A lock was taken, or a monitor's or semaphore's wait ended well. `before` is the value then.
    case acquired = 3
    /// A timed or try form gave up.
    case timedOut = 4
    /// A lock was released; `before` and `after` are its values around the release.
    case released = 5
    /// The value was read without the lock; `before` is what was seen.
    case read = 6
    case destroyed = 7
    case threadStarted = 8
    case threadEnded = 9
    /// `other` names the thread that was started.
    case spawned = 10
    /// `other` names the thread whose end was waited for.
    case joined = 11
    /// A monitor was signalled or broadcast, or a semaphore signalled. `before` and `after` are a
    /// semaphore's counts; for a monitor `after` is how many waiters were woken.
    case signalled = 12
  }

  public var kind: Kind
  public var operation: Operation
  /// Monotonic time, in nanoseconds.
  public var time: UInt64
  public var thread: ThreadID
  /// The task the thread was running, as an opaque number; zero for none.
  public var task: UInt64
  public var lock: LockID
  /// Counts the lock's changes of hands; taken under ownership, so it orders the events of one
  /// lock where clocks tie. Compare with wrap-around.
  public var sequence: UInt32
  /// The value an acquiring or waiting form names.
  public var wanted: Int?
  public var before: Int
  public var after: Int
  public var stack: StackID
  public var tag: SiteTag
  /// The thread that was started or joined, else none.
  public var other: ThreadID
  /// When the wait gives up, in monotonic nanoseconds; nil for a wait without limit.
  public var deadline: UInt64?

  public init(
    kind: Kind, operation: Operation = .none, time: UInt64 = 0, thread: ThreadID,
    task: UInt64 = 0, lock: LockID = .none, sequence: UInt32 = 0, wanted: Int? = nil,
    before: Int = 0, after: Int = 0, stack: StackID = .none, tag: SiteTag = .none,
    other: ThreadID = .none, deadline: UInt64? = nil
  ) {
    self.kind = kind
    self.operation = operation
    self.time = time
    self.thread = thread
    self.task = task
    self.lock = lock
    self.sequence = sequence
    self.wanted = wanted
    self.before = before
    self.after = after
    self.stack = stack
    self.tag = tag
    self.other = other
    self.deadline = deadline
  }
}
