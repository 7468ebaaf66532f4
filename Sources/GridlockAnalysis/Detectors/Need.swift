public import GridlockEvents

/// One thing that must happen before a blocked thread can go on. A thread may need several.
public enum Need: Sendable, Hashable {
  /// The owner lets go of the lock. An owner that has ended never does.
  case release(LockID, by: ThreadID)
  /// Any thread releases the lock with this value.
  case value(LockID, Int)
  /// Any thread signals the monitor.
  case signal(LockID)
  /// Any thread counts the semaphore up.
  case count(LockID)
  /// The thread ends.
  case end(ThreadID)

  /// Whether it is a semaphore's count.
  var isCount: Bool {
    if case .count = self { true } else { false }
  }

  /// The lock and the value of its record whose setters could bring this about, or nil where only
  /// one thread can.
  public var event: (lock: LockID, value: Int)? {
    switch self {
    case .value(let lock, let value): (lock, value)
    case .signal(let lock), .count(let lock): (lock, 0)
    case .release, .end: nil
    }
  }
}
