public import GridlockEvents

extension ContentionProfile {
  /// What kept threads waiting.
  public enum Cause: Sendable, Hashable {
    /// The lock was held; the stack is that of the call that had taken it.
    case held
    /// The lock was held, and the event that says who took it was overwritten. No stack.
    case heldSinceBefore
    /// The lock was free and had another value than this one. As below, the waiter's stack.
    case value(Int)
    /// Nobody signalled the monitor.
    case signal
    /// The semaphore's count was zero.
    case count
    /// The lock was free: the waiter was on its way.
    case free
  }

  /// All waits on one lock with one cause and one stack.
  public struct Entry: Sendable, Hashable {
    public var lock: LockID
    public var cause: Cause
    public var stack: StackID
    public var tag: SiteTag
    /// Waits that began so. One that goes on under another holder is counted here alone.
    public var waits: Int
    /// How long threads were blocked so, in nanoseconds, all added up.
    public var time: UInt64

    /// What the waits of an entry have in common.
    struct Key: Hashable {
      var lock: LockID
      var cause: Cause
      var stack: StackID
      var tag: SiteTag
    }

    /// Without any wait yet.
    init(_ key: Key) {
      lock = key.lock
      cause = key.cause
      stack = key.stack
      tag = key.tag
      waits = 0
      time = 0
    }

    var key: Key { Key(lock: lock, cause: cause, stack: stack, tag: tag) }

    mutating func add(waits more: Int, time longer: UInt64) {
      waits += more
      time.addSaturating(longer)
    }
  }
}

extension ContentionProfile.Entry: Comparable {
  /// The longest first.
  public static func < (left: Self, right: Self) -> Bool {
    if left.time != right.time { return left.time > right.time }
    if left.waits != right.waits { return left.waits > right.waits }
    if left.lock != right.lock { return left.lock < right.lock }
    if left.tag != right.tag { return left.tag < right.tag }
    if left.stack != right.stack { return left.stack.rawValue < right.stack.rawValue }
    return left.cause.order < right.cause.order
  }
}

extension ContentionProfile.Cause {
  fileprivate var order: (Int, Int) {
    switch self {
    case .held: (0, 0)
    case .heldSinceBefore: (1, 0)
    case .value(let value): (2, value)
    case .signal: (3, 0)
    case .count: (4, 0)
    case .free: (5, 0)
    }
  }
}
