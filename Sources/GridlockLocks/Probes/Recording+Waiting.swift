internal import CGridlock
package import GridlockEvents

extension Recording {
  package static func waitBegins(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, target: WaitTarget, names: Bool,
    wanted: Int, deadline: Deadline
  ) {
    guard gl_is_recorded(core, thread), let slot = core.pointee.slot,
      let record = thread.pointee.record
    else { return }
    let lock = LockID(rawValue: core.pointee.lock)
    let time = gl_now()
    let stack = gl_stack_capture(thread)
    let sequence = gl_load32(&slot.pointee.sequence)
    if operation.mayBlockForever, record.pointee.hold_count > 0,
      gl_nesting_is_new(thread, core.pointee.lock)
    {
      lockObserver?.nested(
        thread, lock: lock, operation: operation, wanted: names ? wanted : nil)
    }
    thread.pointee.barges = slot.pointee.barges
    write(
      .waiting, operation, thread, core, time: time, a: Int64(wanted), b: gl_core_value(core),
      stack: stack, sequence: sequence, names: names, extra: deadline.time)
    gl_wait_begin(
      record, target.rawValue, operation.rawValue, core.pointee.lock, 0, names, Int64(wanted), time,
      deadline.time, stack, thread.pointee.tag, sequence)
  }

  package static func willBlock(_ core: CorePointer, _ thread: Waiter) {
    guard gl_is_recorded(core, thread) else { return }
    // The wait is published; now look at the others. Of two threads that block at once the later
    // to publish sees both waits: pairs with this same fence in the other thread.
    gl_fence()
    lockObserver?.willBlock(thread)
  }

  package static func redirected(_ core: CorePointer, _ waiter: Waiter) {
    guard let record = waiter.pointee.record, record.pointee.wait_lock == core.pointee.lock else {
      return
    }
    gl_wait_redirect(record)
  }

  package static func recursed(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, taking: Bool
  ) {
    guard gl_is_recorded(core, thread) else { return }
    write(
      taking ? .acquired : .released, operation, thread, core, time: gl_now(), a: 0, b: 0,
      stack: gl_stack_capture(thread))
  }

  package static func refused(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation
  ) {
    guard gl_is_recorded(core, thread), let slot = core.pointee.slot else { return }
    lockObserver?.releasedForeign(
      thread, lock: LockID(rawValue: core.pointee.lock),
      owner: ThreadID(rawValue: gl_load(&slot.pointee.owner)), operation: operation,
      before: 0, after: 0, stack: StackID(rawValue: gl_stack_capture(thread)))
  }

  package static func counted(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation
  ) {
    guard gl_is_recorded(core, thread), let slot = core.pointee.slot else { return }
    let count = gl_core_value(core)
    gl_store_value(&slot.pointee.value, count)
    let time = gl_now()
    let stack = gl_stack_capture(thread)
    gl_taken_note(slot, thread, time, stack)
    write(
      .acquired, operation, thread, core, time: time, a: 0, b: count + 1, stack: stack)
  }

  package static func park(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, deadline: Deadline
  ) -> Bool {
    guard gl_is_steered(thread), let controller = controller(thread) else {
      return gl_park(thread, UInt32(GL_PARKED), deadline.time)
    }
    return controller.park(
      thread, operation, lock: LockID(rawValue: core.pointee.lock), deadline: deadline.time)
  }

  package static func choose(
    from line: WaitQueue, of core: CorePointer, _ thread: Waiter
  ) -> Waiter? {
    guard gl_is_steered(thread), let controller = controller(thread) else {
      return wakePolicy == .adversarial ? line.core.pointee.last : line.core.pointee.first
    }
    let waiters = line.plainWaiters
    guard !waiters.isEmpty else { return nil }
    let index = controller.choose(
      among: waiters.map { ThreadID(rawValue: $0.pointee.id) },
      lock: LockID(rawValue: core.pointee.lock), by: thread)
    return waiters[min(max(index, 0), waiters.count - 1)]
  }

  package static func waitEnds(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, timedOut: Bool
  ) {
    guard gl_is_recorded(core, thread), let record = thread.pointee.record,
      let slot = core.pointee.slot
    else { return }
    let names = record.pointee.wait_names_value != 0
    tellIfPassedOver(core, thread, record, slot)
    gl_wait_end(record, timedOut)
    if timedOut {
      write(
        .timedOut, operation, thread, core, time: gl_now(), a: record.pointee.wait_wanted,
        b: gl_core_value(core), stack: record.pointee.wait_stack, names: names)
    }
  }
}
