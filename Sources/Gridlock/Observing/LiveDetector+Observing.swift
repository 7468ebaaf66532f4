internal import CGridlock
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockLocks
internal import Synchronization

extension LiveDetector: LockObserver {
  func willBlock(_ thread: Waiter) {
    guard let base = gl_arena_base() else { return }
    if let run = thread.steeredRun { return run.willBlock() }
    ScopeRegistry.shared.noteThread(thread)
    thread.pointee.quiet += 1
    defer { thread.pointee.quiet -= 1 }
    if let record = thread.pointee.record, record.pointee.hold_count > 0 {
      tellWait(thread, record)
    }
    var check = QuickCheck(base: base)
    switch check.verdict(for: thread) {
    case .canGo: return
    // The ring is closed: it is told before this thread parks.
    case .stuck: checkAndWait()
    case .unknown: checkSoon()
    }
  }

  /// A wait with locks held is a fact of its own.
  private func tellWait(_ thread: Waiter, _ record: UnsafeMutablePointer<gl_record>) {
    guard let state = thread.state, let wait = state.wait else { return }
    tell(
      by: thread,
      .waitEntered(wait: wait, held: state.holds, gaveUp: nil),
      locks: (wait.lock.map { [$0] } ?? []) + state.holds.map(\.lock), isUrgent: false)
  }

  // Not urgent: a nesting foretells, and where it closes a ring the ring is told instead.
  func nested(_ thread: Waiter, lock: LockID, operation: Operation, wanted: Int?) {
    quietly(thread) {
      guard let state = thread.state else { return }
      let own = state.holds.last { $0.lock == lock }
      tell(
        by: thread,
        .nested(
          Observation.Nested(
            lock: lock, operation: operation, wanted: wanted,
            mark: own?.mark ?? thread.mark(stack: StackID(rawValue: gl_stack_capture(thread))),
            held: state.holds.filter { $0.lock != lock }, gates: thread.gates)),
        locks: Set(state.holds.map(\.lock) + [lock]).sorted(), isUrgent: false)
    }
  }

  func releasedForeign(
    _ thread: Waiter, lock: LockID, owner: ThreadID, operation: Operation, before: Int, after: Int,
    stack: StackID
  ) {
    quietly(thread) {
      var release = Observation.ForeignRelease(
        lock: lock, operation: operation, before: before, after: after,
        mark: thread.mark(stack: stack),
        owner: owner == .none ? nil : Self.hold(of: lock, by: owner))
      release.failedTry = thread.failedTry(of: lock)
      release.someoneWaits = Self.slot(of: lock).map { $0.pointee.waiters > 0 } ?? false
      tell(by: thread, .foreignRelease(release), locks: [lock])
    }
  }

  func lostExclusion(_ thread: Waiter, lock: LockID, owner: ThreadID, stack: StackID) {
    quietly(thread) {
      guard let first = thread.state?.holds.last(where: { $0.lock == lock }),
        let state = Self.state(of: lock), let present = Self.hold(of: lock, by: owner)
      else { return }
      tell(
        by: thread,
        .exclusionLost(
          Observation.ExclusionLoss(
            lock: lock, first: first, release: state.lastRelease?.mark ?? Mark(thread: .none),
            present: present, operation: .unlock, act: thread.mark(stack: stack))), locks: [lock])
    }
  }

  func destroyedBusy(_ thread: Waiter, lock: LockID, owner: ThreadID, stack: StackID) {
    quietly(thread) {
      tell(
        by: thread,
        .destroyedBusy(
          lock: lock, owner: owner == .none ? nil : Self.hold(of: lock, by: owner), waits: [],
          mark: thread.mark(stack: stack)), locks: [lock])
    }
  }

  func setAgain(_ thread: Waiter, lock: LockID, value: Int) {
    quietly(thread) {
      let stack = StackID(rawValue: gl_stack_capture(thread))
      tell(by: thread, .redundantSet(lock: lock, value: value, mark: thread.mark(stack: stack)))
    }
  }

  func setStale(_ thread: Waiter, lock: LockID, read: UnlockedRead, found: Int, value: Int) {
    quietly(thread) {
      let stack = StackID(rawValue: gl_stack_capture(thread))
      tell(
        by: thread,
        .staleSet(
          Observation.StaleSet(
            lock: lock,
            read: Mark(
              thread: ThreadID(rawValue: thread.pointee.id), time: read.time, stack: read.stack,
              tag: read.tag), seen: read.value, found: found, value: value,
            mark: thread.mark(stack: stack))))
    }
  }

  func polled(_ thread: Waiter, lock: LockID, operation: Operation, count: Int) {
    quietly(thread) {
      let stack = StackID(rawValue: gl_stack_capture(thread))
      tell(
        by: thread,
        .polled(
          lock: lock, operation: operation, count: count, mark: thread.mark(stack: stack)))
    }
  }

  func passedOver(
    _ thread: Waiter, lock: LockID, count: Int, duration: UInt64, valueForm: Bool
  ) {
    quietly(thread) {
      guard let wait = thread.state?.wait else { return }
      tell(
        by: thread, .passedOver(wait: wait, count: count, duration: duration, valueForm: valueForm))
    }
  }

  func releasedDeclared(_ thread: Waiter, lock: LockID) {
    guard let slot = Self.slot(of: lock) else { return }
    let release = Arena.release(slot.pointee)
    quietly(thread) {
      guard transitions.withLock({ $0.isFirstBreak(release, of: lock) }) else { return }
      tell(by: thread, .transition(lock: lock, release: release), locks: [lock])
    }
  }

  func signalledNobody(_ thread: Waiter, lock: LockID, stack: StackID) {
    quietly(thread) { tell(by: thread, .idleSignal(lock: lock, mark: thread.mark(stack: stack))) }
  }

  /// Called by a thread as its last act.
  func threadEnded(_ thread: Waiter) {
    quietly(thread) {
      if let state = thread.state, !state.holds.isEmpty {
        let held = state.holds.filter { Self.state(of: $0.lock)?.owner == state.id }
        if !held.isEmpty {
          let mark = Mark(thread: state.id, time: state.endTime ?? gl_now(), tag: thread.mark().tag)
          tell(
            by: thread,
            .endedHolding(thread: state.id, holds: held, mark: mark), locks: held.map(\.lock))
        }
      }
      // Waits that hoped for this thread may be dead now.
      checkSoon()
    }
  }

  private func quietly(_ thread: Waiter, _ body: () -> Void) {
    thread.pointee.quiet += 1
    body()
    thread.pointee.quiet -= 1
  }
}
