import GridlockEvents

extension Replay {
  mutating func create(_ event: Event) {
    guard event.lock != .none else { return }
    let mark = mark(event)
    state.locks[event.lock]?.creation = mark
    state.locks[event.lock]?.value = event.after
    state.locks[event.lock]?.initialValue = event.after
    guard event.stack != .none, state.locks[event.lock]?.site == 0 else { return }
    let site = UInt64(event.stack.rawValue)
    state.locks[event.lock]?.site = site
    if handedOverSites.contains(site) { state.locks[event.lock]?.isHandedOver = true }
  }

  mutating func destroy(_ event: Event) {
    guard event.lock != .none, let known = state.locks[event.lock] else { return }
    let owner = known.owner.flatMap { hold(of: $0, on: event.lock) }
    let waits =
      lockMemos[event.lock]?.waiters.compactMap { state.threads[$0.thread]?.wait } ?? []
    if owner != nil || !waits.isEmpty {
      shown.append(
        .destroyedBusy(lock: event.lock, owner: owner, waits: waits, mark: mark(event)))
    }
    shown.append(.destroyed(lock: event.lock, mark: mark(event)))
    if let holder = known.owner { dropHold(of: holder, on: event.lock) }
    state.locks[event.lock]?.isAlive = false
    state.locks[event.lock]?.owner = nil
    lockMemos[event.lock] = nil
    deadLocks.append(event.lock)
    if deadLocks.count > Self.keptDead * 2 {
      for lock in deadLocks.prefix(Self.keptDead) { state.locks[lock] = nil }
      deadLocks.removeFirst(Self.keptDead)
    }
  }

  mutating func end(_ event: Event) {
    guard let known = state.threads[event.thread] else { return }
    endWait(of: event.thread)
    state.threads[event.thread]?.isAlive = false
    state.threads[event.thread]?.endTime = event.time
    guard known.isAlive else { return }
    showEndedHolding(known, at: mark(event))
    retire(event.thread)
  }

  private mutating func showEndedHolding(_ thread: ThreadState, at mark: Mark) {
    guard !thread.holds.isEmpty else { return }
    shown.append(.endedHolding(thread: thread.id, holds: thread.holds, mark: mark))
  }

  private mutating func retire(_ thread: ThreadID) {
    threadMemos[thread] = nil
    endedThreads.append(thread)
    if endedThreads.count > Self.keptDead * 2 {
      for ended in endedThreads.prefix(Self.keptDead)
      where state.threads[ended]?.holds.isEmpty == true {
        state.threads[ended] = nil
      }
      endedThreads.removeFirst(Self.keptDead)
    }
  }

  mutating func spawn(_ event: Event) {
    guard event.thread != .none, event.other != .none else { return }
    endLostWait(of: event)
    ensure(thread: event.other)
    shown.append(.spawned(other: event.other, mark: mark(event)))
  }

  mutating func join(_ event: Event) {
    guard event.thread != .none, event.other != .none else { return }
    if let wait = state.threads[event.thread]?.wait {
      if case .end = wait.target { endWait(of: event.thread) } else { endLostWait(of: event) }
    }
    if let other = state.threads[event.other], other.isAlive {
      state.threads[event.other]?.isAlive = false
      state.threads[event.other]?.endTime = event.time
      endWait(of: event.other)
      showEndedHolding(other, at: mark(event))
      retire(event.other)
    }
    shown.append(.joined(other: event.other, mark: mark(event)))
  }

  private mutating func noteGiving(of lock: LockID, by thread: ThreadID) {
    threadMemos[thread]?.gates.removeAll { $0 == lock }
    guard var takers = state.locks[lock]?.takers, !takers.isEmpty else { return }
    let count = takers.count
    takers.removeAll { $0.thread == thread }
    // Given by one who never took it: no telling for whom.
    if takers.count == count { takers = [] }
    state.locks[lock]?.takers = takers
  }

  mutating func signal(_ event: Event) {
    let lock = event.lock
    guard event.thread != .none, lock != .none, let known = brief(lock) else { return }
    endLostWait(of: event)
    let mark = mark(event)
    state.locks[lock]?.lastSignal = mark
    lockMemos[lock]?.releases += 1
    noteSetter(of: 0, event)
    showValueSet(event)
    if known.kind == .semaphore {
      state.locks[lock]?.value = event.after
      noteGiving(of: lock, by: event.thread)
    } else if event.after == 0 {
      state.locks[lock]?.idleSignals.append(mark)
      if let count = state.locks[lock]?.idleSignals.count, count > Self.handful {
        state.locks[lock]?.idleSignals.removeFirst()
      }
      shown.append(.idleSignal(lock: lock, mark: mark))
    }
  }
}
