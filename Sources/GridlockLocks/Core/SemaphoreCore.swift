internal import CGridlock
package import GridlockEvents

/// A count that threads wait to take down.
///
/// A signal raises the count and wakes one waiter, which takes it down itself, so that the count
/// always tells who can go. A waiter passed over too often closes the way past the queue.
package struct SemaphoreCore<Probe: LockProbe>: @unchecked Sendable {
  package let lock: LockCore<Probe>
  private var core: CorePointer { lock.core }

  package init(value: Int) { lock = LockCore(kind: .semaphore, value: value) }

  package func drop() { lock.drop() }

  /// Takes the count down by one as soon as it is above zero; false when the deadline came first.
  package func wait(_ operation: Operation, deadline: Deadline = .never) -> Bool {
    let me = Probe.current()
    Probe.willTake(core, me, operation, deadline: deadline)
    gl_core_lock_queue(core)
    if gl_core_value(core) > 0, !isWayClosed {
      takeDown(me, operation)
      lock.unlockQueue()
      return true
    }
    if lock.isOpened {
      lock.unlockQueue()
      return true
    }
    guard !deadline.isPast else {
      lock.unlockQueue()
      Probe.failed(core, me, operation, names: false, wanted: 0)
      return false
    }
    gl_store32(&me.pointee.park, UInt32(GL_PARKED))
    lock.queue.enqueue(me, names: false, wanted: 0)
    lock.unlockQueue()
    Probe.waitBegins(
      core, me, operation, target: .lock, names: false, wanted: 0, deadline: deadline)
    Probe.willBlock(core, me)
    let taken = waitForCount(me, operation, deadline: deadline)
    Probe.waitEnds(core, me, operation, timedOut: !taken)
    Probe.released(core, me)
    return taken
  }

  private func waitForCount(_ me: Waiter, _ operation: Operation, deadline: Deadline) -> Bool {
    while true {
      let inTime = Probe.park(core, me, operation, deadline: deadline)
      gl_core_lock_queue(core)
      let isChosen = core.pointee.chosen == me
      let taken = (inTime || isChosen) && gl_core_value(core) > 0
      let opened = lock.isOpened
      if taken || !inTime || opened { lock.queue.remove(me) }
      if taken { takeDown(me, operation) }
      if isChosen {
        core.pointee.chosen = nil
        if !taken { me.pointee.passed += 1 }
      }
      gl_store32(&me.pointee.park, UInt32(GL_PARKED))
      let next = gl_core_value(core) > 0 ? lock.chooseNext() : nil
      lock.unlockQueue()
      if let next { gl_wake(next) }
      if taken || opened { return true }
      if !inTime { return false }
    }
  }

  /// Raises the count by one. Answers whether a thread was waiting.
  package func signal() -> Bool {
    let me = Probe.current()
    Probe.willAttempt(core, me, .semaphoreSignal)
    gl_core_lock_queue(core)
    let before = Int(gl_core_value(core))
    gl_core_set_value(core, Int64(before + 1))
    Probe.signalled(core, me, .semaphoreSignal, before: before, after: before + 1)
    let hadWaiters = core.pointee.waiters > 0
    let next = lock.chooseNext()
    lock.unlockQueue()
    if let next { gl_wake(next) }
    Probe.released(core, me)
    return hadWaiters
  }

  private func takeDown(_ me: Waiter, _ operation: Operation) {
    gl_core_set_value(core, gl_core_value(core) - 1)
    Probe.counted(core, me, operation)
  }

  /// Whether the first in line was passed over so often that nobody may go before it.
  private var isWayClosed: Bool {
    core.pointee.first.map { $0.pointee.passed >= LockCore<Probe>.bypassLimit } ?? false
  }
}
