import GridlockEvents

extension Replay {
  mutating func release(_ step: Step) {
    let event = step.event
    guard event.thread != .none, event.lock != .none else { return }
    let awaited = state.threads[at: step.threadAt].wait
    endLostWait(step)
    if state.locks[at: step.lockAt].owner == event.thread {
      releaseOwn(step)
    } else if threadMemos[at: step.threadMemoAt].mayHold.contains(event.lock)
      || awaited?.lock == event.lock
    {
      // It got the lock in an event that was lost.
      threadMemos[at: step.threadMemoAt].mayHold.remove(event.lock)
      displaceOwner(forRelease: step)
      finish(step, acquiredBy: awaited?.lock == event.lock ? awaited?.operation ?? .lock : .lock)
      giveUp(step, hold: nil)
    } else if lockMemos[at: step.lockMemoAt].displaced.remove(event.thread) != nil {
      // Its release comes late; what came after it has been applied.
      contradictions += 1
      giveUp(step, hold: nil)
    } else if mayHaveLostAcquisition(step) {
      displaceOwner(forRelease: step)
      finish(step, acquiredBy: .none)
      giveUp(step, hold: nil)
    } else {
      releaseForeign(step)
    }
  }

  /// Whether events were lost, and changes of hands of this lock right before this one among them.
  private func mayHaveLostAcquisition(_ step: Step) -> Bool {
    state.lostEvents > 0 && step.event.sequence != 0
      && step.event.sequence != state.locks[at: step.lockAt].sequence &+ 1
  }

  private mutating func releaseOwn(_ step: Step) {
    let event = step.event
    let depth = lockMemos[at: step.lockMemoAt].depth
    if depth > 1, event.operation != .wait {
      lockMemos[at: step.lockMemoAt].depth = depth - 1
      return
    }
    if !threadMemos[at: step.threadMemoAt].mayHold.isEmpty {
      threadMemos[at: step.threadMemoAt].mayHold.remove(event.lock)
    }
    let hold = hold(ofThreadAt: step.threadAt, on: event.lock)
    resynchronise(step)
    showValueSet(step)
    dropHold(ofThreadAt: step.threadAt, on: event.lock)
    state.locks[at: step.lockAt].owner = nil
    lockMemos[at: step.lockMemoAt].depth = 0
    finish(step, acquiredBy: hold?.operation ?? .none)
    giveUp(step, hold: hold)
    if state.locks[at: step.lockAt].kind == .condition,
      let release = state.locks[at: step.lockAt].lastRelease
    {
      shown.append(.transition(lock: event.lock, release: release))
    }
  }

  /// Entering a wait on a monitor gives its lock up.
  private mutating func giveUp(_ step: Step, hold: Hold?) {
    guard step.event.operation == .wait || step.event.operation == .waitUntil else { return }
    threadMemos[at: step.threadMemoAt].gaveUp = GaveUp(lock: step.event.lock, hold: hold)
  }

  private mutating func displaceOwner(forRelease step: Step) {
    contradictions += 1
    guard let owner = state.locks[at: step.lockAt].owner else { return }
    dropHold(of: owner, on: step.event.lock)
    lockMemos[at: step.lockMemoAt].displaced.insert(owner)
    state.locks[at: step.lockAt].owner = nil
  }

  private mutating func releaseForeign(_ step: Step) {
    let event = step.event
    let lock = event.lock
    if event.operation == .wait || event.operation == .waitUntil {
      showForeignWait(step)
      giveUp(step, hold: nil)
      return
    }
    let holder = state.locks[at: step.lockAt].owner
    let owner = holder.flatMap { hold(of: $0, on: lock) }
    let taken = lockMemos[at: step.lockMemoAt].taken[event.thread]
    if let taken, let owner {
      shown.append(
        .exclusionLost(
          Observation.ExclusionLoss(
            lock: lock, first: taken.hold, release: taken.release, present: owner,
            operation: event.operation, act: step.mark)))
    } else {
      shown.append(
        .foreignRelease(
          Observation.ForeignRelease(
            lock: lock, operation: event.operation, before: event.before, after: event.after,
            mark: step.mark, owner: owner,
            failedTry: threadMemos[at: step.threadMemoAt].failedTries[lock],
            takenBy: taken?.release,
            someoneWaits: !lockMemos[at: step.lockMemoAt].waiters.isEmpty)))
    }
    lockMemos[at: step.lockMemoAt].taken[event.thread] = nil
    // A recursive lock refuses a foreign release.
    if state.locks[at: step.lockAt].kind == .recursive { return }
    if let holder {
      if let owner {
        lockMemos[at: step.lockMemoAt].taken[holder] = Taken(hold: owner, release: step.mark)
      }
      dropHold(of: holder, on: lock)
      state.locks[at: step.lockAt].owner = nil
      lockMemos[at: step.lockMemoAt].depth = 0
      markHandedOver(step)
    }
    if event.operation == .unlockWith || holder != nil {
      resynchronise(step)
      showValueSet(step)
      finish(step, acquiredBy: .none)
    }
  }

  private mutating func markHandedOver(_ step: Step) {
    guard !state.locks[at: step.lockAt].isHandedOver else { return }
    state.locks[at: step.lockAt].isHandedOver = true
    let site = state.locks[at: step.lockAt].site
    guard site != 0, handedOverSites.insert(site).inserted else { return }
    for (id, other) in state.locks where other.site == site {
      state.locks[id]?.isHandedOver = true
    }
  }

  /// The value as the release leaves it, and what that means for those who wait.
  private mutating func finish(_ step: Step, acquiredBy: Operation) {
    let event = step.event
    let mark = step.mark
    let setsValue = event.operation == .unlockWith
    state.locks[at: step.lockAt].lastRelease = Release(
      mark: mark, operation: event.operation, before: event.before, after: event.after,
      acquiredBy: acquiredBy)
    state.locks[at: step.lockAt].value = event.after
    state.locks[at: step.lockAt].ownerTask = 0
    if event.sequence != 0 { state.locks[at: step.lockAt].sequence = event.sequence }
    lockMemos[at: step.lockMemoAt].releases += 1
    if setsValue {
      noteSetter(of: event.after, step)
      showStaleSet(step)
    }
    if event.before != event.after {
      updateValue(event.before, step) {
        $0.lastLeft = mark
        $0.lastLeftConsumed = acquiredBy.namesValue
        $0.replacement = event.after
      }
    }
    let couldGo = countWakeUps(step)
    if setsValue && event.before == event.after && !couldGo {
      shown.append(.redundantSet(lock: event.lock, value: event.after, mark: mark))
    }
  }

  mutating func noteSetter(of value: Int, _ step: Step) {
    let event = step.event
    let kind = state.threads[at: step.threadAt].kind
    let comesBack = event.task != 0 || kind == .dispatch || kind == .pool
    let mark = step.mark
    updateValue(value, step) { record in
      record.timesSet += 1
      record.lastSet = mark
      if comesBack { record.hasUnknownSetters = true }
      if record.setters.contains(event.thread) { return }
      if record.setters.count < Self.handful {
        record.setters.append(event.thread)
      } else {
        record.hasUnknownSetters = true
      }
    }
  }

  /// What a broadcast at this release would wake, as Foundation's class does it.
  private mutating func countWakeUps(_ step: Step) -> Bool {
    let waiters = lockMemos[at: step.lockMemoAt].waiters
    guard !waiters.isEmpty, state.locks[at: step.lockAt].kind == .condition else { return false }
    let event = step.event
    let able = waiters.count { $0.canGo(at: event.after) }
    lockMemos[at: step.lockMemoAt].woken += waiters.count
    lockMemos[at: step.lockMemoAt].able += able
    if able < waiters.count {
      shown.append(
        .herd(
          lock: event.lock, woken: lockMemos[at: step.lockMemoAt].woken,
          able: lockMemos[at: step.lockMemoAt].able, mark: step.mark))
    }
    for (index, waiter) in waiters.enumerated() {
      guard let wanted = waiter.wanted, !waiter.sawValue else { continue }
      if wanted == event.after {
        lockMemos[at: step.lockMemoAt].waiters[index].sawValue = true
        continue
      }
      let count = waiter.releasesWithout + 1
      lockMemos[at: step.lockMemoAt].waiters[index].releasesWithout = count
      guard count.isMultiple(of: 100), let wait = state.threads[waiter.thread]?.wait else {
        continue
      }
      let duration = event.time > wait.mark.time ? event.time - wait.mark.time : 0
      shown.append(.passedOver(wait: wait, count: count, duration: duration, valueForm: true))
    }
    return able > 0
  }

  /// What the setter needed: what it holds, and what it took since the oldest wait for the value.
  mutating func showValueSet(_ step: Step) {
    let event = step.event
    let isSignal = event.kind == .signalled
    guard isSignal || event.operation == .unlockWith else { return }
    var needed = state.threads[at: step.threadAt].holds.filter { $0.lock != event.lock }
    let oldest = lockMemos[at: step.lockMemoAt].waiters.first {
      isSignal || $0.wanted == event.after
    }
    if let oldest, let since = state.threads[oldest.thread]?.wait?.mark.time {
      for hold in threadMemos[at: step.threadMemoAt].recent
      where hold.lock != event.lock && hold.mark.time >= since
        && !needed.contains(where: { $0.lock == hold.lock })
      {
        needed.append(hold)
      }
    }
    guard !needed.isEmpty else { return }
    shown.append(
      .valueSet(
        Observation.ValueSet(
          lock: event.lock, value: isSignal ? nil : event.after, mark: step.mark,
          needed: needed)))
  }

  private mutating func showStaleSet(_ step: Step) {
    guard !threadMemos[at: step.threadMemoAt].reads.isEmpty else { return }
    let event = step.event
    guard let read = threadMemos[at: step.threadMemoAt].reads.removeValue(forKey: event.lock),
      read.seen != event.before
    else { return }
    shown.append(
      .staleSet(
        Observation.StaleSet(
          lock: event.lock, read: read.mark, seen: read.seen, found: event.before,
          value: event.after, mark: step.mark)))
  }
}
