internal import CGridlock
package import GridlockEvents

/// A lock with a line of threads that wait for a signal.
///
/// The line is guarded by the queue bit of the lock. A waiter enters it, gives the lock up and
/// publishes its wait in one step under that bit, so a signal never falls in between.
package struct MonitorCore<Probe: LockProbe>: @unchecked Sendable {
  package let mutex: LockCore<Probe>
  private let signals: CorePointer

  package init() {
    mutex = LockCore(kind: .monitor)
    signals = gl_core_make(0)
    Probe.lined(core, signals)
  }

  /// Frees the memory. Nobody may use the monitor any more.
  package func drop() {
    mutex.drop()
    gl_core_drop(signals)
  }

  private var line: WaitQueue { WaitQueue(core: signals) }
  private var core: CorePointer { mutex.core }

  /// Gets the lock's queue bit, which guards the line too; in a child made by fork the line is
  /// emptied first, as its threads did not come along.
  private func lockQueue() {
    gl_core_lock_queue(core)
    gl_core_check_fork(signals)
  }

  /// Gives the lock up, waits for a signal, and takes the lock again.
  ///
  /// A caller that does not hold the lock leaves its owner alone and takes it on waking. False when
  /// the deadline came before a signal.
  package func wait(_ operation: Operation, deadline: Deadline = .never) -> Bool {
    let me = Probe.current()
    Probe.willAttempt(core, me, operation)
    lockQueue()
    let held = mutex.isOwned(by: me)
    let depth = core.pointee.depth
    if !held { Probe.refused(core, me, operation) }
    gl_store32(&me.pointee.park, UInt32(GL_PARKED))
    line.enqueue(me, names: false, wanted: 0)
    var next: Waiter?
    if held {
      Probe.releasing(core, me, operation, sets: false, value: 0)
      core.pointee.depth = 0
      next = mutex.giveAway()
    }
    Probe.waitBegins(
      core, me, operation, target: .signal, names: false, wanted: 0, deadline: deadline)
    mutex.unlockQueue()
    if let next { gl_wake(next) }
    Probe.released(core, me)
    Probe.willBlock(core, me)
    let signalled = waitForSignal(me, operation, deadline: limit(deadline))
    Probe.waitEnds(core, me, operation, timedOut: !signalled)
    _ = mutex.acquire(operation)
    core.pointee.depth = depth
    return signalled
  }

  /// An opened monitor signals by itself, soon.
  private func limit(_ deadline: Deadline) -> Deadline {
    gl_load32(&core.pointee.opened) != 0 && deadline.time == 0
      ? Deadline(nanosecondsFromNow: LockCore<Probe>.openedPatience) : deadline
  }

  private func waitForSignal(_ me: Waiter, _ operation: Operation, deadline: Deadline) -> Bool {
    while true {
      let inTime = Probe.park(core, me, operation, deadline: deadline)
      lockQueue()
      let signalled = gl_load32(&me.pointee.park) == UInt32(GL_HANDED)
      let opened = mutex.isOpened
      if !signalled {
        if !inTime || opened { line.remove(me) }
        // Woken for nothing: it parks again.
        gl_store32(&me.pointee.park, UInt32(GL_PARKED))
      }
      mutex.unlockQueue()
      if signalled || opened { return true }
      if !inTime { return false }
    }
  }

  /// Wakes the thread that has waited longest, or all of them.
  package func signal(_ operation: Operation, all: Bool) {
    let me = Probe.current()
    Probe.willAttempt(core, me, operation)
    lockQueue()
    let waiting = Int(signals.pointee.waiters)
    // One alone needs no array, so that this works in a child of fork whose parent was just making
    // the first of its type.
    let first = handNext(me)
    var others: [Waiter]?
    if all, first != nil {
      var handed: [Waiter] = []
      while let other = handNext(me) { handed.append(other) }
      others = handed
    }
    Probe.signalled(
      core, me, operation, before: waiting, after: (first == nil ? 0 : 1) + (others?.count ?? 0))
    mutex.unlockQueue()
    if let first { gl_wake(first) }
    if let others { for other in others { gl_wake(other) } }
    Probe.released(core, me)
  }

  /// Called under the queue bit: gives the signal to a thread in line.
  private func handNext(_ me: Waiter) -> Waiter? {
    guard let waiter = Probe.choose(from: line, of: core, me) else { return nil }
    line.remove(waiter)
    Probe.redirected(core, waiter)
    gl_store32_release(&waiter.pointee.park, UInt32(GL_HANDED))
    return waiter
  }
}
