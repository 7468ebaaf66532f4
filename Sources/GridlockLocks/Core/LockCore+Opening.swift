internal import CGridlock

/// Letting the waits of a lock through, once a test that hangs in it has failed.
///
/// The lock goes on to exclude where it can: a wait no longer looks at the value, and takes the lock
/// as soon as it is free; only when that takes too long does it go on without.
extension LockCore {
  /// How long a wait for an opened lock lasts at most, in nanoseconds.
  static var openedPatience: UInt64 { 20_000_000 }

  package init(opening core: CorePointer) { self.core = core }

  /// Lets all waits through, those that go on now and those to come.
  ///
  /// - Parameter line: The monitor's line of threads that wait for a signal.
  package func open(line: CorePointer?) {
    gl_core_lock_queue(core)
    // Relaxed: a monitor that looks before it parks and misses it is woken.
    gl_store32(&core.pointee.opened, 1)
    let woken = queue.everybody + (line.map { WaitQueue(core: $0).everybody } ?? [])
    for waiter in woken { gl_store32_release(&waiter.pointee.park, UInt32(GL_CHOSEN)) }
    unlockQueue()
    for waiter in woken { gl_wake(waiter) }
  }

  /// Called under the queue bit.
  var isOpened: Bool { core.pointee.opened != 0 }

  /// The release of a lock that its caller went on without: sets the value and leaves the owner
  /// alone.
  func releaseOpened(sets: Bool, value: Int) {
    if sets { gl_core_set_value(core, Int64(value)) }
    let next = isFree ? chooseNext() : nil
    unlockQueue()
    if let next { gl_wake(next) }
  }
}
