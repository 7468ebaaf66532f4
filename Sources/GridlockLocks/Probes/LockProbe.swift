internal import CGridlock
package import GridlockEvents

/// What the lock algorithm tells the outside. Zero-sized: the algorithm is compiled once for
/// `Recording` and once for `Silent`.
package protocol LockProbe: Sendable {
  /// The calling thread's record.
  static func current() -> Waiter
  /// Whom releases wake.
  static var wakePolicy: WakePolicy { get }
  static func created(_ core: CorePointer, kind: LockKind)
  /// Called once with the line of a monitor's waiters.
  static func lined(_ core: CorePointer, _ line: CorePointer)
  static func destroyed(_ core: CorePointer)

  /// Takes a free lock and records that, all in one, for threads that nothing steers; false where
  /// that needs a closer look: nothing is done then.
  static func takeAtOnce(
    _ core: CorePointer, _ operation: Operation, names: Bool, wanted: Int
  ) -> Bool
  /// Records that the calling thread, if nothing steers it, lets go of a lock it owns, and frees the
  /// lock where nobody waits.
  static func freeOwned(
    _ core: CorePointer, _ operation: Operation, sets: Bool, value: Int
  ) -> Freeing

  /// Called before each operation that signals, reads, or waits for a signal.
  static func willAttempt(_ core: CorePointer, _ thread: Waiter, _ operation: Operation)
  /// Called before an operation frees a lock, unless `freeOwned` did it at once.
  static func willRelease(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int)
  /// Called before an operation takes a lock, unless `takeAtOnce` did it.
  static func willAcquire(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int,
    deadline: Deadline)
  /// Called before each operation that takes a semaphore's count down.
  static func willTake(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, deadline: Deadline)
  /// Called by the new owner, unless it took the lock by `takeAtOnce`.
  static func acquired(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int)
  /// Called by the owner before the lock is freed, unless `freeOwned` recorded that.
  static func releasing(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int)
  /// Called under the queue bit by a thread that is not the owner, before the lock is freed.
  static func releasingForeign(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int)
  /// Called under the queue bit, after a release found waiters: whether one can go.
  static func wokeAfterRelease(_ core: CorePointer, able: Bool)
  /// Called after a release that was not done at once, with nothing locked.
  static func released(_ core: CorePointer, _ thread: Waiter)

  /// Publishes the wait of a queued thread; under the queue bit or not.
  static func waitBegins(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, target: WaitTarget, names: Bool,
    wanted: Int, deadline: Deadline)
  /// Called with the wait published and nothing locked, before parking: looks whether anybody is
  /// left to end it.
  static func willBlock(_ core: CorePointer, _ thread: Waiter)
  /// Parks the queued thread; false when the deadline came.
  static func park(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, deadline: Deadline
  ) -> Bool
  /// Called under the queue bit: whom a signal wakes of those in line.
  static func choose(from line: WaitQueue, of core: CorePointer, _ thread: Waiter) -> Waiter?
  static func waitEnds(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, timedOut: Bool)
  /// Called when a try, or a timed form whose limit is past, could not go.
  static func failed(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int)
  /// Called under the queue bit when a waiter for a signal got it: it waits for the lock now.
  static func redirected(_ core: CorePointer, _ waiter: Waiter)
  /// Called by the owner of a recursive lock that takes or gives it again.
  static func recursed(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, taking: Bool)
  /// Called when a thread released a lock it does not hold and nothing came of it.
  static func refused(_ core: CorePointer, _ thread: Waiter, _ operation: Operation)
  /// Called under the queue bit when a semaphore's count was taken down.
  static func counted(_ core: CorePointer, _ thread: Waiter, _ operation: Operation)
  /// Called when the value was read without the lock.
  static func read(_ core: CorePointer, _ thread: Waiter, value: Int)
  /// Called under the queue bit when a monitor or a semaphore was signalled.
  static func signalled(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, before: Int, after: Int)
}

/// What a queued thread waits for.
package enum WaitTarget: UInt8, Sendable {
  case lock = 1
  case signal = 2
}

/// How far the release of a lock has come.
package enum Freeing: Sendable {
  case notBegun
  /// Told to the probe; the lock is still to be freed.
  case noted
  case done
}
