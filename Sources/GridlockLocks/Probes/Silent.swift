internal import CGridlock
package import GridlockEvents

/// Records nothing: the lock of release builds.
package enum Silent: LockProbe {
  @inline(__always) package static func current() -> Waiter { gl_self() }
  @inline(__always) package static var wakePolicy: WakePolicy { .targeted }
  @inline(__always) package static func created(_ core: CorePointer, kind: LockKind) {}
  @inline(__always) package static func lined(_ core: CorePointer, _ line: CorePointer) {}
  @inline(__always) package static func destroyed(_ core: CorePointer) {}
  @inline(__always) package static func takeAtOnce(
    _ core: CorePointer, _ operation: Operation, names: Bool, wanted: Int
  ) -> Bool {
    gl_core_take_fast(core, current().pointee.index, names, Int64(wanted))
  }
  @inline(__always) package static func freeOwned(
    _ core: CorePointer, _ operation: Operation, sets: Bool, value: Int
  ) -> Freeing {
    gl_core_free_fast(core, current().pointee.index, sets, Int64(value)) ? .done : .notBegun
  }
  @inline(__always) package static func willAttempt(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation
  ) {}
  @inline(__always) package static func willRelease(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int
  ) {}
  @inline(__always) package static func willAcquire(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int,
    deadline: Deadline
  ) {}
  @inline(__always) package static func willTake(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, deadline: Deadline
  ) {}
  @inline(__always) package static func acquired(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int
  ) {}
  @inline(__always) package static func releasing(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int
  ) {}
  @inline(__always) package static func releasingForeign(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int
  ) {}
  @inline(__always) package static func wokeAfterRelease(_ core: CorePointer, able: Bool) {}
  @inline(__always) package static func released(_ core: CorePointer, _ thread: Waiter) {}
  @inline(__always) package static func waitBegins(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, target: WaitTarget, names: Bool,
    wanted: Int, deadline: Deadline
  ) {}
  @inline(__always) package static func willBlock(_ core: CorePointer, _ thread: Waiter) {}
  @inline(__always) package static func redirected(_ core: CorePointer, _ waiter: Waiter) {}
  @inline(__always) package static func recursed(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, taking: Bool
  ) {}
  @inline(__always) package static func refused(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation
  ) {}
  @inline(__always) package static func counted(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation
  ) {}
  @inline(__always) package static func park(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, deadline: Deadline
  ) -> Bool {
    gl_park(thread, UInt32(GL_PARKED), deadline.time)
  }
  @inline(__always) package static func choose(
    from line: WaitQueue, of core: CorePointer, _ thread: Waiter
  ) -> Waiter? {
    line.core.pointee.first
  }
  @inline(__always) package static func waitEnds(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, timedOut: Bool
  ) {}
  @inline(__always) package static func failed(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int
  ) {}
  @inline(__always) package static func read(_ core: CorePointer, _ thread: Waiter, value: Int) {}
  @inline(__always) package static func signalled(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, before: Int, after: Int
  ) {}
}
