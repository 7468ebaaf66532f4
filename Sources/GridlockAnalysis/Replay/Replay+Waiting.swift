import GridlockEvents

extension Replay {
  static var day: UInt64 { 86_400_000_000_000 }

  mutating func beginWait(_ event: Event) {
    let thread = event.thread
    guard thread != .none else { return }
    endLostWait(of: event)
    guard let target = target(of: event) else { return }
    var deadline = event.deadline
    if let limit = deadline, limit > event.time, limit - event.time > Self.day { deadline = nil }
    var wait = Wait(
      target: target, operation: event.operation, wanted: event.wanted, deadline: deadline,
      mark: mark(event))
    if let timeOuts = threadMemos[thread]?.timeOuts, timeOuts.matches(event),
      timeOuts.releases == lockMemos[event.lock]?.releases
    {
      wait.timeoutsInRow = timeOuts.count
      wait.firstAttempt = timeOuts.first
    }
    waitsBegun += 1
    threadMemos[thread]?.order = waitsBegun
    threadMemos[thread]?.polling = nil
    state.threads[thread]?.wait = wait
    var gaveUp: Hold?
    if let lock = wait.lock {
      lockMemos[lock]?.waiters.append(
        Waiter(thread: thread, wanted: event.wanted, order: waitsBegun))
      if let wanted = event.wanted, event.operation.namesValue {
        updateValue(wanted, of: lock) { $0.timesWanted += 1 }
      }
      if case .signal = target { gaveUp = giveUpMonitor(event) }
    }

    let held = state.threads[thread]?.holds.filter { $0.lock != wait.lock } ?? []
    if let lock = wait.lock, !held.isEmpty, state.locks[lock]?.kind != .semaphore {
      shown.append(
        .nested(
          Observation.Nested(
            lock: lock, operation: event.operation, wanted: event.wanted,
            isTimed: deadline != nil, mark: wait.mark, held: held,
            gates: gates(of: thread))))
    }
    shown.append(.waitEntered(wait: wait, held: held, gaveUp: gaveUp))
  }

  private func target(of event: Event) -> Wait.Target? {
    switch event.operation {
    case .join: .end(of: event.other)
    case .wait, .waitUntil: event.lock == .none ? nil : .signal(event.lock)
    default: event.lock == .none ? nil : .lock(event.lock)
    }
  }

  /// The hold that a wait on a monitor gave up; a wait without one is a foreign release.
  private mutating func giveUpMonitor(_ event: Event) -> Hold? {
    if let gaveUp = threadMemos[event.thread]?.gaveUp, gaveUp.lock == event.lock {
      return gaveUp.hold
    }
    if let hold = hold(of: event.thread, on: event.lock) {
      contradictions += 1
      dropHold(of: event.thread, on: event.lock)
      if state.locks[event.lock]?.owner == event.thread { state.locks[event.lock]?.owner = nil }
      threadMemos[event.thread]?.gaveUp = GaveUp(lock: event.lock, hold: hold)
      return hold
    }
    if threadMemos[event.thread]?.mayHold.remove(event.lock) == nil {
      showForeignWait(event)
    }
    threadMemos[event.thread]?.gaveUp = GaveUp(lock: event.lock, hold: nil)
    return nil
  }

  mutating func showForeignWait(_ event: Event) {
    let owner = state.locks[event.lock]?.owner.flatMap { hold(of: $0, on: event.lock) }
    shown.append(
      .foreignRelease(
        Observation.ForeignRelease(
          lock: event.lock, operation: event.operation, mark: mark(event), owner: owner,
          failedTry: threadMemos[event.thread]?.failedTries[event.lock],
          takenBy: lockMemos[event.lock]?.taken[event.thread]?.release,
          someoneWaits: lockMemos[event.lock]?.waiters.contains { $0.thread != event.thread }
            ?? false)))
  }

  mutating func timeOut(_ event: Event) {
    let thread = event.thread
    guard thread != .none, event.lock != .none else { return }
    if event.operation.isTry {
      endLostWait(of: event)
      remember(failedTry: event)
      poll(event)
      return
    }
    let wait = state.threads[thread]?.wait
    if wait?.lock != event.lock { endLostWait(of: event) }
    endWait(of: thread)
    let first = wait?.mark.time ?? event.time
    let releases = lockMemos[event.lock]?.releases ?? 0
    var timeOuts = TimeOuts(
      lock: event.lock, wanted: event.wanted, place: Place(mark(event)), releases: releases,
      count: 1, first: first)
    if let earlier = threadMemos[thread]?.timeOuts, earlier.matches(event),
      earlier.releases == releases
    {
      timeOuts.count = earlier.count + 1
      timeOuts.first = earlier.first
    }
    threadMemos[thread]?.timeOuts = timeOuts
    if event.operation == .waitUntil {
      retakeMonitor(event)
    } else {
      remember(failedTry: event)
    }
  }

  /// A monitor's lock is retaken when its wait times out, whether or not an event says so.
  private mutating func retakeMonitor(_ event: Event) {
    guard state.locks[event.lock]?.owner == nil else {
      threadMemos[event.thread]?.mayHold.insert(event.lock)
      return
    }
    let hold = Hold(lock: event.lock, operation: event.operation, mark: mark(event))
    state.threads[event.thread]?.holds.append(hold)
    state.locks[event.lock]?.owner = event.thread
    lockMemos[event.lock]?.depth = 1
    threadMemos[event.thread]?.gaveUp = nil
  }

  private mutating func remember(failedTry event: Event) {
    guard var memo = threadMemos[event.thread] else { return }
    if memo.failedTries[event.lock] == nil && memo.failedTries.count >= Self.handful {
      memo.failedTries.removeAll()
    }
    memo.failedTries[event.lock] = mark(event)
    threadMemos[event.thread] = memo
  }

  mutating func read(_ event: Event) {
    guard event.thread != .none, event.lock != .none else { return }
    endLostWait(of: event)
    guard hold(of: event.thread, on: event.lock) == nil, var memo = threadMemos[event.thread]
    else { return }
    if memo.reads[event.lock] == nil && memo.reads.count >= Self.handful { memo.reads.removeAll() }
    memo.reads[event.lock] = Read(seen: event.before, mark: mark(event))
    threadMemos[event.thread] = memo
    poll(event)
  }

  private mutating func poll(_ event: Event) {
    var count = 1
    if let polling = threadMemos[event.thread]?.polling, polling.lock == event.lock {
      count = polling.count + 1
    }
    threadMemos[event.thread]?.polling = Polling(lock: event.lock, count: count)
    guard count > 1 else { return }
    shown.append(
      .polled(lock: event.lock, operation: event.operation, count: count, mark: mark(event)))
  }
}

extension Replay.TimeOuts {
  func matches(_ event: Event) -> Bool {
    lock == event.lock && wanted == event.wanted
      && place
        == Place(
          Mark(thread: event.thread, time: event.time, stack: event.stack, tag: event.tag))
  }
}
