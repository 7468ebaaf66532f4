/// What a thread asked of a lock, a semaphore, or another thread.
public enum Operation: UInt8, Sendable, CaseIterable {
  case none = 0
  // Acquiring.
  case lock = 1
  case lockWhen = 2
  case tryLock = 3
  case tryLockWhen = 4
  case lockBefore = 5
  case lockWhenBefore = 6
  // Releasing.
  case unlock = 7
  case unlockWith = 8
  // Monitors (`NSCondition`).
  case wait = 9
  case waitUntil = 10
  case signal = 11
  case broadcast = 12
  // Semaphores.
  case semaphoreWait = 13
  case semaphoreWaitUntil = 14
  case semaphoreSignal = 15
  // Threads.
  case spawn = 16
  case join = 17
  case exit = 18
  // The rest.
  case create = 19
  case destroy = 20
  case read = 21
}

extension Operation {
  /// Whether the operation waits for a value on a condition lock.
  public var namesValue: Bool {
    switch self {
    case .lockWhen, .tryLockWhen, .lockWhenBefore: true
    default: false
    }
  }

  /// Whether the operation may fail instead of waiting: it makes no edge into its lock.
  public var isTry: Bool { self == .tryLock || self == .tryLockWhen }
}
