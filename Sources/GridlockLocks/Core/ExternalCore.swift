internal import CGridlock
package import GridlockEvents

/// The shadow of a lock that lives elsewhere: what its adapter says happened, as a lock core and a
/// published wait, so that detectors can't tell it from Gridlock's own.
///
/// Nothing blocks here but for the moment of the queue bit. Words and owner change together under
/// it, so that the late news of a release never takes the lock from the next owner.
package struct ExternalCore<Probe: LockProbe>: @unchecked Sendable {
  package let lock: LockCore<Probe>
  /// Whether the owner may take it again.
  private let isRecursive: Bool
  private var core: CorePointer { lock.core }

  package init(isRecursive: Bool) {
    lock = LockCore(kind: .external)
    self.isRecursive = isRecursive
  }

  package func drop() { lock.drop() }

  /// Publishes the wait that the caller is about to enter.
  package func willAcquire(_ operation: Operation, deadline: Deadline = .never) {
    let me = Probe.current()
    endDanglingWait(me)
    if isRecursive, lock.isOwned(by: me) { return }
    Probe.willAcquire(core, me, operation, names: false, wanted: 0, deadline: deadline)
    me.pointee.passed = 0
    Probe.waitBegins(
      core, me, operation, target: .lock, names: false, wanted: 0, deadline: deadline)
    Probe.willBlock(core, me)
  }

  /// Makes the caller the owner; whoever was has let go, whether it said so or not.
  package func didAcquire(byTrying: Bool) {
    let me = Probe.current()
    let operation = endWait(me, timedOut: false) ?? (byTrying ? .tryLock : .lock)
    gl_core_lock_queue(core)
    if isRecursive, lock.isOwned(by: me) {
      core.pointee.depth = core.pointee.depth &+ 1
      lock.unlockQueue()
      Probe.recursed(core, me, operation, taking: true)
      return
    }
    core.pointee.depth = 0
    Probe.forgotten(core, me)
    lock.take(me)
    Probe.acquired(core, me, operation, names: false, wanted: 0)
    lock.unlockQueue()
  }

  /// Ends the caller's wait, or notes a try, without the lock.
  package func didNotAcquire() {
    let me = Probe.current()
    guard endWait(me, timedOut: true) == nil else { return }
    Probe.failed(core, me, .tryLock, names: false, wanted: 0)
  }

  /// Frees the lock, or one of the owner's takes.
  package func didRelease() {
    let me = Probe.current()
    endDanglingWait(me)
    Probe.willRelease(core, me, .unlock, sets: false, value: 0)
    gl_core_lock_queue(core)
    guard lock.isOwned(by: me) else {
      if Probe.forgotten(core, me) {
        // The next owner said so first.
        Probe.recursed(core, me, .unlock, taking: false)
      } else {
        // It never had the lock: another thread's release, or one too many.
        Probe.releasingForeign(core, me, .unlock, sets: false, value: 0)
        lock.setWord(held: false, owner: 0, steps: 1)
      }
      lock.unlockQueue()
      return
    }
    if core.pointee.depth > 0 {
      core.pointee.depth = core.pointee.depth - 1
      lock.unlockQueue()
      Probe.recursed(core, me, .unlock, taking: false)
      return
    }
    Probe.releasing(core, me, .unlock, sets: false, value: 0)
    lock.setWord(held: false, owner: 0, steps: 1)
    lock.unlockQueue()
  }

  /// Ends a wait on this lock; answers how it was entered, or nil when there is none.
  private func endWait(_ me: Waiter, timedOut: Bool) -> Operation? {
    guard let operation = Probe.pendingWait(core, me) else { return nil }
    Probe.waitEnds(core, me, operation, timedOut: timedOut)
    return operation
  }

  /// A call that can only come from a thread that runs ends the wait it left behind.
  private func endDanglingWait(_ me: Waiter) { _ = endWait(me, timedOut: false) }
}
