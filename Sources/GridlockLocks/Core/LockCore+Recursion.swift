internal import CGridlock
package import GridlockEvents

extension LockCore {
  /// Whether the calling thread holds the lock.
  package var isOwned: Bool { isOwned(by: Probe.current()) }

  func isOwned(by me: Waiter) -> Bool {
    let word = gl_core_word(core)
    return word & UInt64(GL_HELD) != 0 && gl_word_owner(word) == me.pointee.index
  }

  /// Takes a lock its owner may take again.
  package func acquireAgain(_ operation: Operation, deadline: Deadline = .never) -> Bool {
    if takeAgain(operation) { return true }
    return acquire(operation, deadline: deadline)
  }

  package func tryAcquireAgain(_ operation: Operation) -> Bool {
    if takeAgain(operation) { return true }
    return tryAcquire(operation)
  }

  private func takeAgain(_ operation: Operation) -> Bool {
    let me = Probe.current()
    guard isOwned(by: me) else { return false }
    core.pointee.depth = core.pointee.depth + 1
    Probe.recursed(core, me, operation, taking: true)
    return true
  }

  /// Gives back one of the owner's takes. From another thread it does nothing, as Foundation's.
  package func releaseOnce() {
    let me = Probe.current()
    guard isOwned(by: me) else {
      Probe.refused(core, me, .unlock)
      return
    }
    guard core.pointee.depth == 0 else {
      core.pointee.depth = core.pointee.depth - 1
      Probe.recursed(core, me, .unlock, taking: false)
      return
    }
    release(.unlock)
  }
}
