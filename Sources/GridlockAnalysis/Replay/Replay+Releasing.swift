import GridlockEvents

extension Replay {
  mutating func release(_ event: Event) {
    let thread = event.thread
    let lock = event.lock
    guard thread != .none, lock != .none, let known = brief(lock) else { return }
    let awaited = state.threads[thread]?.wait
    endLostWait(of: event)
    if known.owner == thread {
      releaseOwn(event, known)
    } else if threadMemos[thread]?.mayHold.contains(lock) == true || awaited?.lock == lock {
      // It got the lock in an event that was lost.
      threadMemos[thread]?.mayHold.remove(lock)
      displace(known, by: event)
      finish(event, acquiredBy: awaited?.lock == lock ? awaited?.operation ?? .lock : .lock)
      giveUp(event, hold: nil)
    } else if lockMemos[lock]?.displaced.remove(thread) != nil {
      // Its release comes late; what came after it has been applied.
      contradictions += 1
      giveUp(event, hold: nil)
    } else if mayHaveLostAcquisition(of: event, known) {
      displace(known, by: event)
      finish(event, acquiredBy: .none)
      giveUp(event, hold: nil)
    } else {
      releaseForeign(event, known)
    }
  }

  /// Whether events were lost, and changes of hands of this lock right before this one among them.
  private func mayHaveLostAcquisition(of event: Event, _ known: Brief) -> Bool {
    state.lostEvents > 0 && event.sequence != 0 && event.sequence != known.sequence &+ 1
  }

  private mutating func releaseOwn(_ event: Event, _ known: Brief) {
    if let depth = lockMemos[event.lock]?.depth, depth > 1, event.operation != .wait {
      lockMemos[event.lock]?.depth = depth - 1
      return
    }
    threadMemos[event.thread]?.mayHold.remove(event.lock)
    let hold = hold(of: event.thread, on: event.lock)
    resynchronise(known, to: event.before)
    showValueSet(event)
    dropHold(of: event.thread, on: event.lock)
    state.locks[event.lock]?.owner = nil
    lockMemos[event.lock]?.depth = 0
    finish(event, acquiredBy: hold?.operation ?? .none)
    giveUp(event, hold: hold)
    if known.kind == .condition, let release = state.locks[event.lock]?.lastRelease {
      shown.append(.transition(lock: event.lock, release: release))
    }
  }

  /// Entering a wait on a monitor gives its lock up.
  private mutating func giveUp(_ event: Event, hold: Hold?) {
    guard event.operation == .wait || event.operation == .waitUntil else { return }
    threadMemos[event.thread]?.gaveUp = GaveUp(lock: event.lock, hold: hold)
  }

  private mutating func displace(_ known: Brief, by event: Event) {
    contradictions += 1
    guard let owner = known.owner else { return }
    dropHold(of: owner, on: event.lock)
    lockMemos[event.lock]?.displaced.insert(owner)
    state.locks[event.lock]?.owner = nil
  }

  private mutating func releaseForeign(_ event: Event, _ known: Brief) {
    let lock = event.lock
    if event.operation == .wait || event.operation == .waitUntil {
      showForeignWait(event)
      giveUp(event, hold: nil)
      return
    }
    let owner = known.owner.flatMap { hold(of: $0, on: lock) }
    let taken = lockMemos[lock]?.taken[event.thread]
    if let taken, let owner {
      shown.append(
        .exclusionLost(
          Observation.ExclusionLoss(
            lock: lock, first: taken.hold, release: taken.release, present: owner,
            operation: event.operation, act: mark(event))))
    } else {
      shown.append(
        .foreignRelease(
          Observation.ForeignRelease(
            lock: lock, operation: event.operation, before: event.before, after: event.after,
            mark: mark(event), owner: owner,
            failedTry: threadMemos[event.thread]?.failedTries[lock], takenBy: taken?.release,
            someoneWaits: lockMemos[lock]?.waiters.isEmpty == false)))
    }
    lockMemos[lock]?.taken[event.thread] = nil
    // A recursive lock refuses a foreign release.
    if known.kind == .recursive { return }
    if let holder = known.owner {
      if let owner {
        let taken = Taken(hold: owner, release: mark(event))
        lockMemos[lock]?.taken[holder] = taken
      }
      dropHold(of: holder, on: lock)
      state.locks[lock]?.owner = nil
      lockMemos[lock]?.depth = 0
      markHandedOver(lock)
    }
    if event.operation == .unlockWith || known.owner != nil {
      resynchronise(known, to: event.before)
      showValueSet(event)
      finish(event, acquiredBy: .none)
    }
  }

  private mutating func markHandedOver(_ lock: LockID) {
    guard let known = state.locks[lock], !known.isHandedOver else { return }
    state.locks[lock]?.isHandedOver = true
    guard known.site != 0, handedOverSites.insert(known.site).inserted else { return }
    for (id, other) in state.locks where other.site == known.site {
      state.locks[id]?.isHandedOver = true
    }
  }

  /// The value as the release leaves it, and what that means for those who wait.
  private mutating func finish(_ event: Event, acquiredBy: Operation) {
    let lock = event.lock
    let mark = mark(event)
    let setsValue = event.operation == .unlockWith
    state.locks[lock]?.lastRelease = Release(
      mark: mark, operation: event.operation, before: event.before, after: event.after,
      acquiredBy: acquiredBy)
    state.locks[lock]?.value = event.after
    state.locks[lock]?.ownerTask = 0
    if event.sequence != 0 { state.locks[lock]?.sequence = event.sequence }
    lockMemos[lock]?.releases += 1
    if setsValue {
      noteSetter(of: event.after, event)
      showStaleSet(event)
    }
    if event.before != event.after {
      updateValue(event.before, of: lock) {
        $0.lastLeft = mark
        $0.lastLeftConsumed = acquiredBy.namesValue
        $0.replacement = event.after
      }
    }
    let couldGo = countWakeUps(event)
    if setsValue && event.before == event.after && !couldGo {
      shown.append(.redundantSet(lock: lock, value: event.after, mark: mark))
    }
  }

  mutating func noteSetter(of value: Int, _ event: Event) {
    let kind = state.threads[event.thread]?.kind ?? .plain
    let comesBack = event.task != 0 || kind == .dispatch || kind == .pool
    let mark = mark(event)
    updateValue(value, of: event.lock) { record in
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
  private mutating func countWakeUps(_ event: Event) -> Bool {
    guard let waiters = lockMemos[event.lock]?.waiters, !waiters.isEmpty,
      state.locks[event.lock]?.kind == .condition
    else { return false }
    let able = waiters.count { $0.canGo(at: event.after) }
    lockMemos[event.lock]?.woken += waiters.count
    lockMemos[event.lock]?.able += able
    if able < waiters.count, let memo = lockMemos[event.lock] {
      shown.append(
        .herd(lock: event.lock, woken: memo.woken, able: memo.able, mark: mark(event)))
    }
    for (index, waiter) in waiters.enumerated() {
      guard let wanted = waiter.wanted, !waiter.sawValue else { continue }
      if wanted == event.after {
        lockMemos[event.lock]?.waiters[index].sawValue = true
        continue
      }
      let count = waiter.releasesWithout + 1
      lockMemos[event.lock]?.waiters[index].releasesWithout = count
      guard count.isMultiple(of: 100), let wait = state.threads[waiter.thread]?.wait else {
        continue
      }
      let duration = event.time > wait.mark.time ? event.time - wait.mark.time : 0
      shown.append(.passedOver(wait: wait, count: count, duration: duration, valueForm: true))
    }
    return able > 0
  }

  /// What the setter needed: what it holds, and what it took since the oldest wait for the value.
  mutating func showValueSet(_ event: Event) {
    let isSignal = event.kind == .signalled
    guard isSignal || event.operation == .unlockWith else { return }
    var needed = state.threads[event.thread]?.holds.filter { $0.lock != event.lock } ?? []
    let oldest = lockMemos[event.lock]?.waiters.first { isSignal || $0.wanted == event.after }
    if let oldest, let since = state.threads[oldest.thread]?.wait?.mark.time {
      for hold in threadMemos[event.thread]?.recent ?? []
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
          lock: event.lock, value: isSignal ? nil : event.after, mark: mark(event),
          needed: needed)))
  }

  private mutating func showStaleSet(_ event: Event) {
    guard let read = threadMemos[event.thread]?.reads.removeValue(forKey: event.lock),
      read.seen != event.before
    else { return }
    shown.append(
      .staleSet(
        Observation.StaleSet(
          lock: event.lock, read: read.mark, seen: read.seen, found: event.before,
          value: event.after, mark: mark(event))))
  }
}
