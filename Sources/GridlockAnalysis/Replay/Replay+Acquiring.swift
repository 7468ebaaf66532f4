import GridlockEvents

extension Replay {
  mutating func acquire(_ event: Event) {
    let thread = event.thread
    let lock = event.lock
    guard thread != .none, lock != .none, let known = brief(lock) else { return }
    let wait = state.threads[thread]?.wait
    let hasWaited = wait?.lock == lock
    if wait != nil && !hasWaited { endLostWait(of: event) }
    let order = hasWaited ? threadMemos[thread]?.order : nil
    endWait(of: thread)

    if known.kind == .semaphore {
      passOver(event, order: order)
      // The event of a lock that was taken need not tell what it left.
      state.locks[lock]?.value = event.before - 1
      noteTaker(of: lock, event)
      return
    }
    if isStale(event, known) {
      contradictions += 1
      return
    }
    if known.owner == thread, deepen(event, known) { return }
    displaceOwner(known, for: event)
    resynchronise(known, to: event.before)
    passOver(event, order: order)

    if !hasWaited { showNesting(event) }
    take(event)
  }

  private mutating func noteTaker(of lock: LockID, _ event: Event) {
    guard var takers = state.locks[lock]?.takers, state.locks[lock]?.initialValue ?? 0 > 0
    else { return }
    takers.removeAll { $0.thread == event.thread }
    if takers.count == Self.handful { takers.removeFirst() }
    takers.append(mark(event))
    state.locks[lock]?.takers = takers
    guard state.locks[lock]?.initialValue == 1, var memo = threadMemos[event.thread],
      !memo.gates.contains(lock), memo.gates.count < Self.handful
    else { return }
    memo.gates.append(lock)
    threadMemos[event.thread] = memo
  }

  /// The semaphores of one that the thread took and nobody gave back since.
  func gates(of thread: ThreadID) -> [LockID] {
    (threadMemos[thread]?.gates ?? []).filter { lock in
      state.locks[lock]?.takers.contains { $0.thread == thread } == true
    }
  }

  /// Whether a later change of hands of this lock was seen already.
  private func isStale(_ event: Event, _ known: Brief) -> Bool {
    event.sequence != 0 && known.sequence != 0 && known.owner != nil
      && Int32(bitPattern: event.sequence &- known.sequence) < 0
  }

  /// A recursive lock taken again by its owner.
  private mutating func deepen(_ event: Event, _ known: Brief) -> Bool {
    let isKnown = lockMemos[event.lock]?.isKindKnown == true
    let mayRecur =
      known.kind == .recursive
      || (!isKnown || known.kind == .external) && state.lostEvents == 0 && contradictions == 0
    guard mayRecur else { return false }
    if !isKnown { state.locks[event.lock]?.kind = .recursive }
    lockMemos[event.lock]?.isKindKnown = true
    lockMemos[event.lock]?.depth += 1
    return true
  }

  /// The lock has an owner, yet another thread got it: the owner's release is missing or late.
  private mutating func displaceOwner(_ known: Brief, for event: Event) {
    guard let owner = known.owner else { return }
    let isRetake = owner == event.thread && event.operation == .waitUntil
    if !isRetake { contradictions += 1 }
    dropHold(of: owner, on: event.lock)
    if owner != event.thread { lockMemos[event.lock]?.displaced.insert(owner) }
    state.locks[event.lock]?.owner = nil
  }

  /// The value is not what it was left at: a release that set it is missing.
  mutating func resynchronise(_ known: Brief, to value: Int) {
    guard known.kind == .condition, known.value != value else { return }
    contradictions += 1
    state.locks[known.id]?.value = value
    updateValue(value, of: known.id) { $0.hasUnknownSetters = true }
  }

  private mutating func take(_ event: Event) {
    let thread = event.thread
    let lock = event.lock
    let hold = Hold(lock: lock, operation: event.operation, mark: mark(event))
    state.threads[thread]?.holds.append(hold)
    state.locks[lock]?.owner = thread
    state.locks[lock]?.ownerTask = event.task
    if event.sequence != 0 { state.locks[lock]?.sequence = event.sequence }
    if let wanted = event.wanted, event.operation.namesValue {
      updateValue(wanted, of: lock) { $0.timesWanted += 1 }
      threadMemos[thread]?.reads[lock] = nil
    }
    lockMemos[lock]?.depth = 1
    lockMemos[lock]?.taken[thread] = nil
    lockMemos[lock]?.displaced.remove(thread)
    guard var memo = threadMemos[thread] else { return }
    memo.timeOuts = nil
    memo.failedTries[lock] = nil
    if memo.polling?.lock == lock { memo.polling = nil }
    if memo.gaveUp?.lock == lock { memo.gaveUp = nil }
    memo.mayHold.remove(lock)
    memo.recent.append(hold)
    if memo.recent.count > Self.handful { memo.recent.removeFirst() }
    threadMemos[thread] = memo
  }

  private mutating func showNesting(_ event: Event) {
    guard let held = state.threads[event.thread]?.holds, !held.isEmpty else { return }
    shown.append(
      .nested(
        Observation.Nested(
          lock: event.lock, operation: event.operation, wanted: event.wanted,
          isTimed: isTimed(event), mark: mark(event),
          held: held, gates: gates(of: event.thread))))
  }

  /// Whether the request gives up. An acquisition need not carry the limit of a form that has one.
  private func isTimed(_ event: Event) -> Bool {
    guard let limit = event.deadline else { return event.operation.isTimed }
    return limit <= event.time || limit - event.time <= Self.day
  }

  /// Counts the acquisition against those who waited before this thread came and could have gone.
  private mutating func passOver(_ event: Event, order: UInt64?) {
    guard let waiters = lockMemos[event.lock]?.waiters, !waiters.isEmpty else { return }
    for (index, waiter) in waiters.enumerated() {
      guard waiter.canGo(at: event.before) || state.locks[event.lock]?.kind == .semaphore,
        order.map({ $0 > waiter.order }) ?? true,
        let wait = state.threads[waiter.thread]?.wait, case .lock = wait.target
      else { continue }
      lockMemos[event.lock]?.waiters[index].passedOver += 1
      state.threads[waiter.thread]?.wait?.passedOver = waiter.passedOver + 1
      var passed = wait
      passed.passedOver = waiter.passedOver + 1
      let duration = event.time > wait.mark.time ? event.time - wait.mark.time : 0
      shown.append(
        .passedOver(
          wait: passed, count: passed.passedOver, duration: duration, valueForm: false))
    }
  }

  // MARK: - Values

  /// Changes what is known of a value, as long as there is room.
  mutating func updateValue(
    _ value: Int, of lock: LockID, _ change: (inout ValueRecord) -> Void
  ) {
    let known = state.locks[lock]?.values[value]
    if known == nil, state.locks[lock]?.values.count ?? 0 >= Self.keptValues {
      state.locks[lock]?.hasUnknownValues = true
      return
    }
    var record = known ?? ValueRecord(value: value)
    change(&record)
    state.locks[lock]?.values[value] = record
  }
}

extension Operation {
  /// Whether the operation gives up at a limit.
  var isTimed: Bool {
    switch self {
    case .lockBefore, .lockWhenBefore, .waitUntil, .semaphoreWaitUntil: true
    default: false
    }
  }
}
