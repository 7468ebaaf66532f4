import GridlockEvents

extension Replay {
  static var day: UInt64 { 86_400_000_000_000 }

  mutating func beginWait(_ step: Step) {
    let event = step.event
    guard event.thread != .none else { return }
    endLostWait(step)
    guard let target = target(of: event) else { return }
    var deadline = event.deadline
    if let limit = deadline, limit > event.time, limit - event.time > Self.day { deadline = nil }
    var wait = Wait(
      target: target, operation: event.operation, wanted: event.wanted, deadline: deadline,
      mark: step.mark)
    if let timeOuts = threadMemos[at: step.threadMemoAt].timeOuts, timeOuts.matches(event),
      timeOuts.releases == lockMemos[event.lock]?.releases
    {
      wait.timeoutsInRow = timeOuts.count
      wait.firstAttempt = timeOuts.first
    }
    waitsBegun += 1
    threadMemos[at: step.threadMemoAt].order = waitsBegun
    threadMemos[at: step.threadMemoAt].polling = nil
    state.threads[at: step.threadAt].wait = wait
    var gaveUp: Hold?
    if wait.lock != nil {
      lockMemos[at: step.lockMemoAt].waiters.append(
        Waiter(thread: event.thread, wanted: event.wanted, order: waitsBegun))
      if let wanted = event.wanted, event.operation.namesValue {
        updateValue(wanted, step) { $0.timesWanted += 1 }
      }
      if case .signal = target { gaveUp = giveUpMonitor(step) }
    }

    let held = state.threads[at: step.threadAt].holds.filter { $0.lock != wait.lock }
    if let lock = wait.lock, !held.isEmpty, state.locks[at: step.lockAt].kind != .semaphore {
      shown.append(
        .nested(
          Observation.Nested(
            lock: lock, operation: event.operation, wanted: event.wanted,
            isTimed: deadline != nil, mark: wait.mark, held: held, gates: gates(step))))
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
  private mutating func giveUpMonitor(_ step: Step) -> Hold? {
    let event = step.event
    if let gaveUp = threadMemos[at: step.threadMemoAt].gaveUp, gaveUp.lock == event.lock {
      return gaveUp.hold
    }
    let hold = hold(ofThreadAt: step.threadAt, on: event.lock)
    if hold != nil {
      contradictions += 1
      dropHold(ofThreadAt: step.threadAt, on: event.lock)
      if state.locks[at: step.lockAt].owner == event.thread {
        state.locks[at: step.lockAt].owner = nil
      }
    } else if threadMemos[at: step.threadMemoAt].mayHold.remove(event.lock) == nil {
      showForeignWait(step)
    }
    threadMemos[at: step.threadMemoAt].gaveUp = GaveUp(lock: event.lock, hold: hold)
    return hold
  }

  mutating func showForeignWait(_ step: Step) {
    let event = step.event
    let owner = state.locks[at: step.lockAt].owner.flatMap { hold(of: $0, on: event.lock) }
    shown.append(
      .foreignRelease(
        Observation.ForeignRelease(
          lock: event.lock, operation: event.operation, mark: step.mark, owner: owner,
          failedTry: threadMemos[at: step.threadMemoAt].failedTries[event.lock],
          takenBy: lockMemos[at: step.lockMemoAt].taken[event.thread]?.release,
          someoneWaits: lockMemos[at: step.lockMemoAt].waiters.contains {
            $0.thread != event.thread
          })))
  }

  mutating func timeOut(_ step: Step) {
    let event = step.event
    guard event.thread != .none, event.lock != .none else { return }
    if event.operation.isTry {
      endLostWait(step)
      remember(failedTry: step)
      poll(step)
      return
    }
    let wait = state.threads[at: step.threadAt].wait
    if wait?.lock != event.lock { endLostWait(step) }
    endWait(ofThreadAt: step.threadAt)
    let first = wait?.mark.time ?? event.time
    let releases = lockMemos[at: step.lockMemoAt].releases
    var timeOuts = TimeOuts(
      lock: event.lock, wanted: event.wanted, place: Place(step.mark), releases: releases,
      count: 1, first: first)
    if let earlier = threadMemos[at: step.threadMemoAt].timeOuts, earlier.matches(event),
      earlier.releases == releases
    {
      timeOuts.count = earlier.count + 1
      timeOuts.first = earlier.first
    }
    threadMemos[at: step.threadMemoAt].timeOuts = timeOuts
    if event.operation == .waitUntil {
      retakeMonitor(step)
    } else {
      remember(failedTry: step)
    }
  }

  /// A monitor's lock is retaken when its wait times out, whether or not an event says so.
  private mutating func retakeMonitor(_ step: Step) {
    let event = step.event
    guard state.locks[at: step.lockAt].owner == nil else {
      threadMemos[at: step.threadMemoAt].mayHold.insert(event.lock)
      return
    }
    let hold = Hold(lock: event.lock, operation: event.operation, mark: step.mark)
    state.threads[at: step.threadAt].holds.append(hold)
    state.locks[at: step.lockAt].owner = event.thread
    lockMemos[at: step.lockMemoAt].depth = 1
    threadMemos[at: step.threadMemoAt].gaveUp = nil
  }

  private mutating func remember(failedTry step: Step) {
    threadMemos[at: step.threadMemoAt].failedTries.keep(step.mark, for: step.event.lock)
  }

  mutating func read(_ step: Step) {
    let event = step.event
    guard event.thread != .none, event.lock != .none else { return }
    endLostWait(step)
    guard hold(ofThreadAt: step.threadAt, on: event.lock) == nil else { return }
    threadMemos[at: step.threadMemoAt].reads.keep(
      Read(seen: event.before, mark: step.mark), for: event.lock)
    poll(step)
  }

  private mutating func poll(_ step: Step) {
    let event = step.event
    var count = 1
    if let polling = threadMemos[at: step.threadMemoAt].polling, polling.lock == event.lock {
      count = polling.count + 1
    }
    threadMemos[at: step.threadMemoAt].polling = Polling(lock: event.lock, count: count)
    guard count > 1 else { return }
    shown.append(
      .polled(lock: event.lock, operation: event.operation, count: count, mark: step.mark))
  }
}

extension Dictionary where Key == LockID {
  /// Keeps what was noted last of a lock; with a handful of others there, only that.
  fileprivate mutating func keep(_ note: Value, for lock: LockID) {
    if count >= Replay.handful && self[lock] == nil { removeAll() }
    self[lock] = note
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
