import GridlockEvents

extension Replay {
  mutating func acquire(_ step: Step) {
    let event = step.event
    guard event.thread != .none, event.lock != .none else { return }
    let hasWaited = state.threads[at: step.threadAt].wait?.lock == event.lock
    if !hasWaited { endLostWait(step) }
    let order = hasWaited ? threadMemos[at: step.threadMemoAt].order : nil
    if hasWaited { endWait(ofThreadAt: step.threadAt) }

    if state.locks[at: step.lockAt].kind == .semaphore {
      passOver(step, order: order)
      // The event of a lock that was taken need not tell what it left.
      state.locks[at: step.lockAt].value = event.before - 1
      noteTaker(step)
      return
    }
    if isStale(step) {
      contradictions += 1
      return
    }
    if state.locks[at: step.lockAt].owner == event.thread, deepen(step) { return }
    displaceOwner(step)
    resynchronise(step)
    passOver(step, order: order)

    if !hasWaited { showNesting(step) }
    take(step)
  }

  private mutating func noteTaker(_ step: Step) {
    guard state.locks[at: step.lockAt].initialValue > 0 else { return }
    let thread = step.event.thread
    state.locks[at: step.lockAt].takers.removeAll { $0.thread == thread }
    if state.locks[at: step.lockAt].takers.count == Self.handful {
      state.locks[at: step.lockAt].takers.removeFirst()
    }
    state.locks[at: step.lockAt].takers.append(step.mark)
    let gates = threadMemos[at: step.threadMemoAt].gates
    guard state.locks[at: step.lockAt].initialValue == 1, !gates.contains(step.event.lock),
      gates.count < Self.handful
    else { return }
    threadMemos[at: step.threadMemoAt].gates.append(step.event.lock)
  }

  /// The semaphores of one that the thread took and nobody gave back since.
  func gates(_ step: Step) -> [LockID] {
    let gates = threadMemos[at: step.threadMemoAt].gates
    if gates.isEmpty { return [] }
    return gates.filter { lock in
      state.locks[lock]?.takers.contains { $0.thread == step.event.thread } == true
    }
  }

  /// Whether a later change of hands of this lock was seen already.
  private func isStale(_ step: Step) -> Bool {
    let known = state.locks[at: step.lockAt].sequence
    return step.event.sequence != 0 && known != 0 && state.locks[at: step.lockAt].owner != nil
      && Int32(bitPattern: step.event.sequence &- known) < 0
  }

  /// A recursive lock taken again by its owner.
  private mutating func deepen(_ step: Step) -> Bool {
    let isKnown = lockMemos[at: step.lockMemoAt].isKindKnown
    let kind = state.locks[at: step.lockAt].kind
    let mayRecur =
      kind == .recursive
      || (!isKnown || kind == .external) && state.lostEvents == 0 && contradictions == 0
    guard mayRecur else { return false }
    if !isKnown { state.locks[at: step.lockAt].kind = .recursive }
    lockMemos[at: step.lockMemoAt].isKindKnown = true
    lockMemos[at: step.lockMemoAt].depth += 1
    return true
  }

  /// The lock has an owner, yet another thread got it: the owner's release is missing or late.
  private mutating func displaceOwner(_ step: Step) {
    guard let owner = state.locks[at: step.lockAt].owner else { return }
    let event = step.event
    let isRetake = owner == event.thread && event.operation == .waitUntil
    if !isRetake { contradictions += 1 }
    dropHold(of: owner, on: event.lock)
    if owner != event.thread { lockMemos[at: step.lockMemoAt].displaced.insert(owner) }
    state.locks[at: step.lockAt].owner = nil
  }

  /// The value is not what it was left at: a release that set it is missing.
  mutating func resynchronise(_ step: Step) {
    let value = step.event.before
    guard state.locks[at: step.lockAt].kind == .condition,
      state.locks[at: step.lockAt].value != value
    else { return }
    contradictions += 1
    state.locks[at: step.lockAt].value = value
    updateValue(value, step) { $0.hasUnknownSetters = true }
  }

  private mutating func take(_ step: Step) {
    let event = step.event
    let lock = event.lock
    let hold = Hold(lock: lock, operation: event.operation, mark: step.mark)
    state.threads[at: step.threadAt].holds.append(hold)
    state.locks[at: step.lockAt].owner = event.thread
    state.locks[at: step.lockAt].ownerTask = event.task
    if event.sequence != 0 { state.locks[at: step.lockAt].sequence = event.sequence }
    if let wanted = event.wanted, event.operation.namesValue {
      updateValue(wanted, step) { $0.timesWanted += 1 }
      forgetRead(step)
    }
    lockMemos[at: step.lockMemoAt].depth = 1
    if !lockMemos[at: step.lockMemoAt].taken.isEmpty {
      lockMemos[at: step.lockMemoAt].taken[event.thread] = nil
    }
    if !lockMemos[at: step.lockMemoAt].displaced.isEmpty {
      lockMemos[at: step.lockMemoAt].displaced.remove(event.thread)
    }
    threadMemos[at: step.threadMemoAt].noteTaken(hold)
  }

  private mutating func forgetRead(_ step: Step) {
    guard !threadMemos[at: step.threadMemoAt].reads.isEmpty else { return }
    threadMemos[at: step.threadMemoAt].reads[step.event.lock] = nil
  }

  private mutating func showNesting(_ step: Step) {
    let held = state.threads[at: step.threadAt].holds
    guard !held.isEmpty else { return }
    let event = step.event
    shown.append(
      .nested(
        Observation.Nested(
          lock: event.lock, operation: event.operation, wanted: event.wanted,
          isTimed: isTimed(event), mark: step.mark, held: held, gates: gates(step))))
  }

  /// Whether the request gives up. An acquisition need not carry the limit of a form that has one.
  private func isTimed(_ event: Event) -> Bool {
    guard let limit = event.deadline else { return event.operation.isTimed }
    return limit <= event.time || limit - event.time <= Self.day
  }

  /// Counts the acquisition against those who waited before this thread came and could have gone.
  private mutating func passOver(_ step: Step, order: UInt64?) {
    let waiters = lockMemos[at: step.lockMemoAt].waiters
    if waiters.isEmpty { return }
    let event = step.event
    for (index, waiter) in waiters.enumerated() {
      guard
        waiter.canGo(at: event.before) || state.locks[at: step.lockAt].kind == .semaphore,
        order.map({ $0 > waiter.order }) ?? true,
        let wait = state.threads[waiter.thread]?.wait, case .lock = wait.target
      else { continue }
      lockMemos[at: step.lockMemoAt].waiters[index].passedOver += 1
      let duration = event.time > wait.mark.time ? event.time - wait.mark.time : 0
      shown.append(
        .passedOver(
          wait: wait, count: waiter.passedOver + 1, duration: duration, valueForm: false))
    }
  }

  // MARK: - Values

  /// Changes what is known of a value of the step's lock, as long as there is room.
  mutating func updateValue(_ value: Int, _ step: Step, _ change: (inout ValueRecord) -> Void) {
    state.locks[at: step.lockAt].updateValue(value, change)
  }
}

extension LockState {
  fileprivate mutating func updateValue(_ value: Int, _ change: (inout ValueRecord) -> Void) {
    if values.count < Replay.keptValues || values[value] != nil {
      change(&values[value, default: ValueRecord(value: value)])
    } else {
      hasUnknownValues = true
    }
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
