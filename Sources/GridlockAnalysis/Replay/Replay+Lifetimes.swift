import GridlockEvents

extension Replay {
  mutating func create(_ step: Step) {
    let event = step.event
    guard event.lock != .none else { return }
    state.locks[at: step.lockAt].creation = step.mark
    state.locks[at: step.lockAt].value = event.after
    state.locks[at: step.lockAt].initialValue = event.after
    guard event.stack != .none, state.locks[at: step.lockAt].site == 0 else { return }
    let site = UInt64(event.stack.rawValue)
    state.locks[at: step.lockAt].site = site
    if handedOverSites.contains(site) { state.locks[at: step.lockAt].isHandedOver = true }
  }

  mutating func destroy(_ step: Step) {
    let lock = step.event.lock
    guard lock != .none else { return }
    let holder = state.locks[at: step.lockAt].owner
    let owner = holder.flatMap { hold(of: $0, on: lock) }
    let waits = lockMemos[at: step.lockMemoAt].waiters.compactMap {
      state.threads[$0.thread]?.wait
    }
    if owner != nil || !waits.isEmpty {
      shown.append(.destroyedBusy(lock: lock, owner: owner, waits: waits, mark: step.mark))
    }
    shown.append(.destroyed(lock: lock, mark: step.mark))
    if let holder { dropHold(of: holder, on: lock) }
    state.locks[at: step.lockAt].isAlive = false
    state.locks[at: step.lockAt].owner = nil
    lockMemos[lock] = nil
    deadLocks.append(lock)
    if deadLocks.count > Self.keptDead * 2 {
      for lock in deadLocks.prefix(Self.keptDead) { state.locks[lock] = nil }
      deadLocks.removeFirst(Self.keptDead)
    }
  }

  mutating func start(_ step: Step) {
    guard step.event.thread != .none else { return }
    state.threads[at: step.threadAt].isAlive = true
  }

  mutating func end(_ step: Step) {
    guard step.event.thread != .none else { return }
    endWait(ofThreadAt: step.threadAt)
    finish(thread: step.event.thread, seenBy: step)
  }

  /// Notes a thread's end, when it wasn't yet.
  private mutating func finish(thread: ThreadID, seenBy step: Step) {
    guard let position = state.threads.position(of: thread) else { return }
    let wasAlive = state.threads[at: position].isAlive
    state.threads[at: position].isAlive = false
    state.threads[at: position].endTime = step.event.time
    guard wasAlive else { return }
    let holds = state.threads[at: position].holds
    if !holds.isEmpty { shown.append(.endedHolding(thread: thread, holds: holds, mark: step.mark)) }
    retire(thread)
  }

  private mutating func retire(_ thread: ThreadID) {
    threadMemos[thread] = nil
    endedThreads.append(thread)
    if endedThreads.count > Self.keptDead * 2 {
      for ended in endedThreads.prefix(Self.keptDead)
      where state.threads[ended]?.holds.isEmpty == true {
        state.threads[ended] = nil
        threadMemos[ended] = nil
      }
      endedThreads.removeFirst(Self.keptDead)
    }
  }

  mutating func spawn(_ step: Step) {
    let event = step.event
    guard event.thread != .none, event.other != .none else { return }
    endLostWait(step)
    prepare(thread: event.other)
    shown.append(.spawned(other: event.other, mark: step.mark))
  }

  mutating func join(_ step: Step) {
    let event = step.event
    guard event.thread != .none, event.other != .none else { return }
    if let wait = state.threads[at: step.threadAt].wait {
      if case .end = wait.target { endWait(ofThreadAt: step.threadAt) } else { endLostWait(step) }
    }
    if state.threads[event.other]?.isAlive == true {
      endWait(of: event.other)
      finish(thread: event.other, seenBy: step)
    }
    shown.append(.joined(other: event.other, mark: step.mark))
  }

  mutating func signal(_ step: Step) {
    let event = step.event
    let lock = event.lock
    guard event.thread != .none, lock != .none else { return }
    endLostWait(step)
    let mark = step.mark
    state.locks[at: step.lockAt].lastSignal = mark
    lockMemos[at: step.lockMemoAt].releases += 1
    noteSetter(of: 0, step)
    showValueSet(step)
    if state.locks[at: step.lockAt].kind == .semaphore {
      state.locks[at: step.lockAt].value = event.after
      noteGiving(step)
    } else if event.after == 0 {
      state.locks[at: step.lockAt].idleSignals.append(mark)
      if state.locks[at: step.lockAt].idleSignals.count > Self.handful {
        state.locks[at: step.lockAt].idleSignals.removeFirst()
      }
      shown.append(.idleSignal(lock: lock, mark: mark))
    }
  }

  private mutating func noteGiving(_ step: Step) {
    let thread = step.event.thread
    threadMemos[at: step.threadMemoAt].gates.removeAll { $0 == step.event.lock }
    let count = state.locks[at: step.lockAt].takers.count
    if count == 0 { return }
    state.locks[at: step.lockAt].takers.removeAll { $0.thread == thread }
    // Given by one who never took it: no telling for whom.
    if state.locks[at: step.lockAt].takers.count == count {
      state.locks[at: step.lockAt].takers = []
    }
  }
}
