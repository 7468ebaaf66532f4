package import GridlockEvents

extension Operation {
  /// The call as it is written in Swift.
  package func call(_ value: Int? = nil) -> String {
    let value = value.map { " \($0)" } ?? ""
    return switch self {
    case .none: "an unknown call"
    case .lock: "lock()"
    case .lockWhen: "lock(whenCondition:\(value))"
    case .tryLock: "try()"
    case .tryLockWhen: "tryLock(whenCondition:\(value))"
    case .lockBefore: "lock(before:)"
    case .lockWhenBefore: "lock(whenCondition:\(value), before:)"
    case .unlock: "unlock()"
    case .unlockWith: "unlock(withCondition:\(value))"
    case .wait, .semaphoreWait: "wait()"
    case .waitUntil: "wait(until:)"
    case .signal, .semaphoreSignal: "signal()"
    case .broadcast: "broadcast()"
    case .semaphoreWaitUntil: "wait(timeout:)"
    case .spawn: "start()"
    case .join: "join()"
    case .exit: "exit()"
    case .create: "init()"
    case .destroy: "deinit"
    case .read: "condition"
    }
  }

  /// Whether the operation gives a lock up or signals.
  package var isRelease: Bool {
    switch self {
    case .unlock, .unlockWith, .signal, .broadcast, .semaphoreSignal: true
    default: false
    }
  }
}
