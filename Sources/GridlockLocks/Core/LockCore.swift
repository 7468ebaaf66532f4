internal import CGridlock
package import GridlockEvents

/// The lock algorithm: one word, a value, and a queue of waiters by wanted value.
///
/// A free lock is taken, and a held one without waiters freed, by one compare-and-swap, but for the
/// takes of controlled runs. Everything else happens under the word's queue bit. After every
/// release, and after every chosen waiter that gave up, if some waiter can go then one is awake and
/// on its way (`chosen`). A chosen waiter may be overtaken; after `bypassLimit` times the lock is
/// handed to it.
package struct LockCore<Probe: LockProbe>: @unchecked Sendable {
  package let core: CorePointer

  /// How often a waiter may be overtaken before the lock is handed to it.
  static var bypassLimit: UInt32 { 16 }

  package init(kind: LockKind, value: Int = 0) {
    core = gl_core_make(Int64(value))
    Probe.created(core, kind: kind)
  }

  /// Frees the memory. Nobody may use the lock any more.
  package func drop() {
    Probe.destroyed(core)
    gl_core_drop(core)
  }

  /// The value, read without the lock.
  package var value: Int {
    let me = Probe.current()
    Probe.willAttempt(core, me, .read)
    let value = Int(gl_core_value(core))
    Probe.read(core, me, value: value)
    return value
  }

  package var id: LockID { LockID(rawValue: core.pointee.lock) }

  // MARK: Acquiring

  /// Takes the lock as soon as it is free and, when `names`, its value is `wanted`.
  ///
  /// False when the deadline came first; a lock that can be taken at once is, whatever the deadline.
  package func acquire(
    _ operation: Operation, names: Bool = false, wanted: Int = 0, deadline: Deadline = .never
  ) -> Bool {
    if Probe.takeAtOnce(core, operation, names: names, wanted: wanted) { return true }
    let me = Probe.current()
    Probe.willAcquire(core, me, operation, names: names, wanted: wanted, deadline: deadline)
    return acquireSlow(me, operation, names: names, wanted: wanted, deadline: deadline)
  }

  /// Takes the lock if it can be taken at once.
  package func tryAcquire(_ operation: Operation, names: Bool = false, wanted: Int = 0) -> Bool {
    if Probe.takeAtOnce(core, operation, names: names, wanted: wanted) { return true }
    let me = Probe.current()
    Probe.willAcquire(core, me, operation, names: names, wanted: wanted, deadline: .never)
    var taken = false
    if gl_core_word(core) & UInt64(GL_HELD) == 0 {
      // Free, but the run is controlled, the queue bit was set or the word moved on: look again with
      // the queue at rest.
      gl_core_lock_queue(core)
      taken = takeIfAble(me, names: names, wanted: wanted)
      unlockQueue()
    }
    if taken {
      Probe.acquired(core, me, operation, names: names, wanted: wanted)
    } else {
      Probe.failed(core, me, operation, names: names, wanted: wanted)
    }
    return taken
  }

  @inline(never)
  private func acquireSlow(
    _ me: Waiter, _ operation: Operation, names: Bool, wanted: Int, deadline: Deadline
  ) -> Bool {
    gl_core_lock_queue(core)
    if takeIfAble(me, names: names && !isOpened, wanted: wanted) {
      unlockQueue()
      Probe.acquired(core, me, operation, names: names, wanted: wanted)
      return true
    }
    guard !deadline.isPast else {
      unlockQueue()
      Probe.failed(core, me, operation, names: names, wanted: wanted)
      return false
    }
    gl_store32(&me.pointee.park, UInt32(GL_PARKED))
    queue.enqueue(me, names: names, wanted: wanted)
    let limit =
      isOpened && deadline.time == 0
      ? Deadline(nanosecondsFromNow: Self.openedPatience) : deadline
    unlockQueue()
    Probe.waitBegins(
      core, me, operation.whileWaiting, target: .lock, names: names, wanted: wanted,
      deadline: limit)
    Probe.willBlock(core, me)
    let taken = waitForTurn(me, operation, names: names, wanted: wanted, deadline: limit)
    Probe.waitEnds(core, me, operation, timedOut: !taken)
    if taken {
      Probe.acquired(core, me, operation, names: names, wanted: wanted)
    } else {
      Probe.released(core, me)
    }
    return taken || (deadline.time == 0 && gl_load32(&core.pointee.opened) != 0)
  }

  /// Parks a queued thread until it has the lock or the deadline came.
  func waitForTurn(
    _ me: Waiter, _ operation: Operation, names: Bool, wanted: Int, deadline: Deadline
  ) -> Bool {
    var deadline = deadline
    while true {
      let inTime = Probe.park(core, me, operation, deadline: deadline)
      // Acquire: pairs with the release store of whoever handed the lock over.
      if gl_load32_acquire(&me.pointee.park) == UInt32(GL_HANDED) { return true }
      gl_core_lock_queue(core)
      if gl_load32(&me.pointee.park) == UInt32(GL_HANDED) {
        unlockQueue()
        return true
      }
      let isChosen = core.pointee.chosen == me
      // As in Foundation, a wait whose limit came does not look again, unless it was woken.
      if inTime || isChosen, isFree, isOpened || queue.isAble(me) {
        queue.remove(me)
        take(me)
        unlockQueue()
        return true
      }
      if isChosen {
        core.pointee.chosen = nil
        me.pointee.passed += 1
      }
      if !inTime { queue.remove(me) }
      gl_store32(&me.pointee.park, UInt32(GL_PARKED))
      // Chosen but unable to go: another may be able.
      let next = isFree ? chooseNext() : nil
      let opened = isOpened
      unlockQueue()
      if let next { gl_wake(next) }
      if !inTime { return false }
      if opened, deadline.time == 0 {
        deadline = Deadline(nanosecondsFromNow: Self.openedPatience)
      }
    }
  }

  // MARK: Releasing

  /// Frees the lock and, when `sets`, gives it a value.
  ///
  /// A thread that does not hold it frees it all the same, as Foundation's class does.
  package func release(_ operation: Operation, sets: Bool = false, value: Int = 0) {
    switch Probe.freeOwned(core, operation, sets: sets, value: value) {
    case .done: return
    case .noted: return releaseNoted(sets: sets, value: value)
    case .notBegun: break
    }
    let me = Probe.current()
    Probe.willRelease(core, me, operation, sets: sets, value: value)
    if gl_core_is_owned(core, me.pointee.index) {
      Probe.releasing(core, me, operation, sets: sets, value: value)
      releaseNoted(sets: sets, value: value)
    } else {
      releaseForeign(me, operation, sets: sets, value: value)
    }
    Probe.released(core, me)
  }

  @inline(never)
  private func releaseForeign(_ me: Waiter, _ operation: Operation, sets: Bool, value: Int) {
    gl_core_lock_queue(core)
    if isOpened { return releaseOpened(sets: sets, value: value) }
    Probe.releasingForeign(core, me, operation, sets: sets, value: value)
    free(sets: sets, value: value)
  }

  @inline(never)
  private func releaseNoted(sets: Bool, value: Int) {
    if gl_core_free_fast(core, Probe.current().pointee.index, sets, Int64(value)) { return }
    gl_core_lock_queue(core)
    free(sets: sets, value: value)
  }

  /// Frees the lock and sees to the waiters; gives the queue bit back.
  private func free(sets: Bool, value: Int) {
    if sets { gl_core_set_value(core, Int64(value)) }
    let next = giveAway()
    // Woken for nothing, they look, find that they are not chosen, and park again.
    let others = Probe.wakePolicy == .broadcast && isFree ? stirEverybody() : []
    unlockQueue()
    if let next { gl_wake(next) }
    for other in others where other != next { gl_wake(other) }
  }

  // MARK: Under the queue bit

  var queue: WaitQueue { WaitQueue(core: core) }

  var isFree: Bool { gl_core_word(core) & UInt64(GL_HELD) == 0 }

  /// Picks whom to wake now that the lock is free; nil when nobody can go or one is on its way.
  func chooseNext() -> Waiter? {
    if let chosen = core.pointee.chosen, queue.isAble(chosen) { return nil }
    guard let able = nextAble() else { return nil }
    core.pointee.chosen = able
    gl_store32_release(&able.pointee.park, UInt32(GL_CHOSEN))
    return able
  }

  /// The waiter to wake of those that can go, by the wake policy.
  private func nextAble() -> Waiter? {
    guard let first = queue.firstAble() else { return nil }
    guard Probe.wakePolicy == .adversarial, first.pointee.passed < Self.bypassLimit,
      let last = queue.lastAble(), last != first
    else { return first }
    // Even then nobody is passed over for ever.
    first.pointee.passed += 1
    return last
  }

  /// Lets every waiter look again, once it is woken.
  private func stirEverybody() -> [Waiter] {
    let everybody = queue.everybody
    for waiter in everybody { gl_store32_release(&waiter.pointee.park, UInt32(GL_CHOSEN)) }
    return everybody
  }

  /// Frees the lock, or hands it to a waiter that was passed over too often.
  ///
  /// - Returns: Whom to wake once the queue bit is given back.
  func giveAway() -> Waiter? {
    guard core.pointee.waiters > 0 else {
      setWord(held: false, owner: 0, steps: 1)
      return nil
    }
    let able = queue.firstAble()
    Probe.wokeAfterRelease(core, able: able != nil)
    if let able, able.pointee.passed >= Self.bypassLimit {
      queue.remove(able)
      setWord(held: true, owner: able.pointee.index, steps: 2)
      gl_store32_release(&able.pointee.park, UInt32(GL_HANDED))
      return able
    }
    setWord(held: false, owner: 0, steps: 1)
    return chooseNext()
  }

  func takeIfAble(_ me: Waiter, names: Bool, wanted: Int) -> Bool {
    guard isFree, !names || gl_core_value(core) == Int64(wanted) else { return false }
    take(me)
    return true
  }

  func take(_ me: Waiter) { setWord(held: true, owner: me.pointee.index, steps: 1) }

  /// Changes hands; the queue bit stays set. Relaxed: `unlockQueue` publishes it.
  func setWord(held: Bool, owner: UInt32, steps: UInt64) {
    let word = gl_core_word(core)
    let sequence = (word >> UInt64(GL_SEQUENCE_SHIFT)) &+ steps
    gl_core_set_word(
      core,
      sequence << UInt64(GL_SEQUENCE_SHIFT) | UInt64(owner) << UInt64(GL_OWNER_SHIFT)
        | UInt64(GL_QUEUE) | (held ? UInt64(GL_HELD) : 0))
  }

  func unlockQueue() {
    let word = gl_core_word(core) & ~UInt64(GL_WAITERS)
    gl_core_unlock_queue(
      core, word | (core.pointee.waiters > 0 ? UInt64(GL_WAITERS) : 0))
  }
}
