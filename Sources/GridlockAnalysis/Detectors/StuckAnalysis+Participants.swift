import GridlockEvents

extension StuckAnalysis {
  /// The wait that `thread` is stuck in.
  func waiting(_ thread: ThreadID) -> [Finding.Participant] {
    guard let wait = waits[thread] else { return [] }
    return [
      Finding.Participant(
        role: .waits, operation: wait.operation, lock: wait.lock, value: wait.wanted,
        mark: wait.mark)
    ]
  }

  /// How `thread` came by `lock`.
  func holding(_ lock: LockID, by thread: ThreadID) -> Finding.Participant {
    let hold = state.hold(of: lock, by: thread)
    return Finding.Participant(
      role: .holds, operation: hold.operation, lock: lock, mark: hold.mark)
  }

  /// How `thread` came by the count that `need` asks back; nil if it has none.
  func taking(for need: Need, by thread: ThreadID) -> [Finding.Participant]? {
    guard liveTakers(for: need).contains(thread), let lock = need.event?.lock,
      let mark = state.locks[lock]?.takers.first(where: { $0.thread == thread })
    else { return nil }
    return [
      Finding.Participant(role: .holds, operation: .semaphoreWait, lock: lock, mark: mark)
    ]
  }

  /// The last time anyone brought what `need` is, where that is known.
  func lastHelp(for need: Need, by thread: ThreadID? = nil) -> [Finding.Participant] {
    guard let event = need.event, let lock = state.locks[event.lock],
      let mark = lock.values[event.value]?.lastSet
        ?? (lock.kind == .condition ? nil : lock.lastSignal),
      thread == nil || mark.thread == thread
    else { return [] }
    return [
      Finding.Participant(
        role: .couldHelp, operation: need.bringer, lock: event.lock,
        value: lock.kind == .condition ? event.value : nil, mark: mark)
    ]
  }
}

extension Need {
  /// The operation that brings it about.
  var bringer: Operation {
    switch self {
    case .release: .unlock
    case .value: .unlockWith
    case .signal: .signal
    case .count: .semaphoreSignal
    case .end: .exit
    }
  }
}
