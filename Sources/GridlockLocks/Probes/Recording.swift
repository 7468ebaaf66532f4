internal import CGridlock
package import GridlockEvents

/// Writes each operation to the thread's ring and keeps the live state that detectors read.
package enum Recording: LockProbe {
  package static func current() -> Waiter { gl_self_recorded() }

  package static var wakePolicy: WakePolicy {
    WakePolicy(rawValue: gl_wake_policy_now()) ?? .targeted
  }

  package static func created(_ core: CorePointer, kind: LockKind) {
    let me = gl_self_recorded()
    guard me.pointee.quiet == 0, let base = gl_arena_base() ?? gl_arena_start(), base.mode != 0,
      let slot = gl_slot_take(me, kind.rawValue, gl_core_value(core))
    else { return }
    let time = gl_now()
    let stack = gl_stack_capture(me)
    gl_mark_set(&slot.pointee.created, me.pointee.id, time, stack, me.pointee.tag, 0)
    if me.pointee.site_stack != stack {
      me.pointee.site = LockSite.key(of: stack, in: base)
      me.pointee.site_stack = stack
    }
    slot.pointee.site = me.pointee.site
    core.pointee.lock = slot.pointee.id
    core.pointee.slot = slot
    Registrar.current?.made(core)
    write(.created, .create, me, core, time: time, a: 0, b: gl_core_value(core), stack: stack)
  }

  package static func lined(_ core: CorePointer, _ line: CorePointer) {
    Registrar.current?.lined(core, line)
  }

  package static func destroyed(_ core: CorePointer) {
    Registrar.current?.dropped(core)
    guard let slot = core.pointee.slot else { return }
    let me = gl_self_recorded()
    let owner = ThreadID(rawValue: gl_load(&slot.pointee.owner))
    var stack: UInt32 = 0
    if owner != .none || core.pointee.waiters > 0 {
      stack = gl_stack_capture(me)
      lockObserver?.destroyedBusy(
        me, lock: LockID(rawValue: core.pointee.lock), owner: owner,
        stack: StackID(rawValue: stack))
    }
    if owner.rawValue == me.pointee.id, let record = me.pointee.record {
      gl_hold_pop(record, core.pointee.lock)
    }
    write(.destroyed, .destroy, me, core, time: gl_now(), a: 0, b: 0, stack: stack)
    if Int(slot.pointee.flags) & GL_VALUES_NAMED != 0 {
      ValueNames.forget(LockID(rawValue: core.pointee.lock))
    }
    core.pointee.slot = nil
    gl_slot_drop(me, slot)
  }

  package static func takeAtOnce(
    _ core: CorePointer, _ operation: Operation, names: Bool, wanted: Int
  ) -> Bool {
    let outcome = gl_take_at_once(
      core, operation.rawValue, names, Int64(wanted), operation.mayBlockForever)
    if outcome == GL_LOOK {
      lockObserver?.nested(
        current(), lock: LockID(rawValue: core.pointee.lock), operation: operation,
        wanted: names ? wanted : nil)
    }
    return outcome != GL_NOT_DONE
  }

  package static func freeOwned(
    _ core: CorePointer, _ operation: Operation, sets: Bool, value: Int
  ) -> Freeing {
    if sets, gl_setting_is_notable(core, Int64(value)) {
      checkSetting(core, current(), value: value)
    }
    let outcome = gl_free_owned(core, operation.rawValue, sets, Int64(value))
    if outcome == GL_DONE { return .done }
    if outcome == GL_NOT_DONE { return .notBegun }
    if outcome == GL_LOOK {
      lockObserver?.releasedDeclared(current(), lock: LockID(rawValue: core.pointee.lock))
    }
    return .noted
  }

  package static func willAttempt(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation
  ) {
    guard gl_is_steered(thread) else { return }
    ask(core, thread, operation, .nothing, value: nil, deadline: .never)
  }

  package static func willRelease(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int
  ) {
    guard gl_is_steered(thread) else { return }
    ask(core, thread, operation, .nothing, value: sets ? value : nil, deadline: .never)
  }

  package static func willAcquire(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int,
    deadline: Deadline
  ) {
    guard gl_is_steered(thread) else { return }
    ask(core, thread, operation, .lock, value: names ? wanted : nil, deadline: deadline)
  }

  package static func willTake(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, deadline: Deadline
  ) {
    guard gl_is_steered(thread) else { return }
    ask(core, thread, operation, .count, value: nil, deadline: deadline)
  }

  @inline(never)
  private static func ask(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, _ need: Attempt.Need,
    value: Int?, deadline: Deadline
  ) {
    controller(thread)?.willAttempt(
      thread,
      Attempt(
        operation: operation, need: need, lock: LockID(rawValue: core.pointee.lock),
        value: value, deadline: deadline.time))
  }

  package static func acquired(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int
  ) {
    guard gl_is_recorded(core, thread) else { return }
    let look = gl_note_acquired(
      core, thread, operation.rawValue, names, Int64(wanted), operation.mayBlockForever)
    if look {
      lockObserver?.nested(
        thread, lock: LockID(rawValue: core.pointee.lock), operation: operation,
        wanted: names ? wanted : nil)
    }
  }

  package static func releasing(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int
  ) {
    guard gl_is_recorded(core, thread) else { return }
    if sets { checkSetting(core, thread, value: value) }
    if gl_note_releasing(core, thread, operation.rawValue, sets, Int64(value)) {
      lockObserver?.releasedDeclared(thread, lock: LockID(rawValue: core.pointee.lock))
    }
  }

  package static func releasingForeign(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, sets: Bool, value: Int
  ) {
    guard gl_is_recorded(core, thread), let slot = core.pointee.slot else { return }
    if sets { checkSetting(core, thread, value: value) }
    let owner = ThreadID(rawValue: gl_load(&slot.pointee.owner))
    let before = gl_core_value(core)
    let after = sets ? Int64(value) : before
    let time = gl_now()
    let stack = gl_stack_capture(thread)
    let sequence = gl_word_sequence(gl_core_word(core)) &+ 1
    let lock = LockID(rawValue: core.pointee.lock)
    let believed = gl_hold_find(thread.pointee.record!, core.pointee.lock) != nil
    if believed, owner != .none {
      // While the record still says how it was taken, and the slot who released it since.
      lockObserver?.lostExclusion(
        thread, lock: lock, owner: owner, stack: StackID(rawValue: stack))
    }
    if sets { gl_value_note(slot, thread, time, stack, sequence, before, after, false) }
    gl_release_note(slot, thread, operation.rawValue, 0, time, stack, sequence, before, after)
    if believed { gl_hold_pop(thread.pointee.record!, core.pointee.lock) }
    if owner != .none { gl_slot_set_flag(slot, UInt8(GL_HANDED_OVER)) }
    write(
      .released, operation, thread, core, time: time, a: before, b: after, stack: stack,
      sequence: sequence)
    lockObserver?.releasedForeign(
      thread, lock: lock, owner: owner, operation: operation, before: Int(before),
      after: Int(after), stack: StackID(rawValue: stack))
  }

  package static func wokeAfterRelease(_ core: CorePointer, able: Bool) {
    guard let slot = core.pointee.slot else { return }
    gl_store32(&slot.pointee.herd_woken, slot.pointee.herd_woken &+ core.pointee.waiters)
    if able { gl_store32(&slot.pointee.herd_able, slot.pointee.herd_able &+ 1) }
  }

  package static func released(_ core: CorePointer, _ thread: Waiter) {
    if gl_is_steered(thread) {
      controller(thread)?.didChange(lock: LockID(rawValue: core.pointee.lock))
    }
  }

  package static func failed(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, names: Bool, wanted: Int
  ) {
    guard gl_is_recorded(core, thread) else { return }
    let stack = gl_stack_capture(thread)
    write(
      .timedOut, operation, thread, core, time: gl_now(), a: Int64(wanted), b: gl_core_value(core),
      stack: stack, names: names)
    countPoll(core, thread, operation, stack: stack)
  }

  package static func read(_ core: CorePointer, _ thread: Waiter, value: Int) {
    guard gl_is_recorded(core, thread), let record = thread.pointee.record,
      let slot = core.pointee.slot
    else { return }
    let time = gl_now()
    let stack = gl_stack_capture(thread)
    let isOwn = gl_load(&slot.pointee.owner) == thread.pointee.id
    write(
      .read, .read, thread, core, time: time, a: 0, b: Int64(value), stack: stack,
      sequence: gl_load32(&slot.pointee.sequence))
    guard !isOwn else { return }
    record.pointee.read_lock = core.pointee.lock
    record.pointee.read_time = time
    record.pointee.read_value = Int64(value)
    record.pointee.read_sequence = gl_load32(&slot.pointee.sequence)
    record.pointee.read_stack = stack
    record.pointee.read_tag = thread.pointee.tag
    countPoll(core, thread, .read, stack: stack)
  }

  package static func signalled(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, before: Int, after: Int
  ) {
    guard gl_is_recorded(core, thread), let slot = core.pointee.slot else { return }
    let time = gl_now()
    let stack = gl_stack_capture(thread)
    let sequence = gl_load32(&slot.pointee.sequence)
    gl_value_note(slot, thread, time, stack, sequence, 0, 0, false)
    if operation == .semaphoreSignal {
      gl_store_value(&slot.pointee.value, Int64(after))
      gl_given_note(slot, thread)
    }
    write(
      .signalled, operation, thread, core, time: time, a: Int64(before), b: Int64(after),
      stack: stack, sequence: sequence)
    guard after == 0, operation != .semaphoreSignal else { return }
    gl_mark_set(
      &slot.pointee.idle_signal, thread.pointee.id, time, stack, thread.pointee.tag, sequence)
    gl_slot_set_flag(slot, UInt8(GL_IDLE_SIGNAL))
    lockObserver?.signalledNobody(
      thread, lock: LockID(rawValue: core.pointee.lock), stack: StackID(rawValue: stack))
  }
}

extension Recording {
  static func controller(_ thread: Waiter) -> (any RunController)? {
    thread.pointee.controller.flatMap {
      Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? any RunController
    }
  }

  static func write(
    _ kind: Event.Kind, _ operation: Operation, _ thread: Waiter, _ core: CorePointer,
    time: UInt64, a: Int64, b: Int64, stack: UInt32, sequence: UInt32? = nil, names: Bool = false,
    extra: UInt64? = nil
  ) {
    gl_ring_write(
      thread, kind.rawValue, operation.rawValue, names ? UInt16(GL_NAMES_VALUE) : 0, time,
      core.pointee.lock, sequence ?? gl_word_sequence(gl_core_word(core)), a, b,
      extra ?? gl_task(), stack)
  }
}
