internal import CGridlock
package import GridlockEvents

extension Recording {
  /// Looks for a set that changes nothing, or that rests on an old reading.
  static func checkSetting(_ core: CorePointer, _ thread: Waiter, value: Int) {
    guard let slot = core.pointee.slot, let record = thread.pointee.record else { return }
    let lock = LockID(rawValue: core.pointee.lock)
    if gl_core_value(core) == Int64(value) {
      // Where nobody waits at all it may be usual, as in a lock with one value: once is enough.
      let isTold = slot.pointee.redundant > 0 && gl_core_word(core) & UInt64(GL_WAITERS) == 0
      slot.pointee.redundant &+= 1
      if !isTold { lockObserver?.setAgain(thread, lock: lock, value: value) }
    }
    if record.pointee.read_lock == core.pointee.lock {
      if record.pointee.read_value != gl_core_value(core) {
        let read = UnlockedRead(
          value: Int(record.pointee.read_value), time: record.pointee.read_time,
          stack: StackID(rawValue: record.pointee.read_stack),
          tag: SiteTag(rawValue: record.pointee.read_tag))
        lockObserver?.setStale(
          thread, lock: lock, read: read, found: Int(gl_core_value(core)), value: value)
      }
      record.pointee.read_lock = 0
    }
  }

  /// Counts tries and reads in a row, and keeps where the latest was.
  static func countPoll(
    _ core: CorePointer, _ thread: Waiter, _ operation: Operation, stack: UInt32
  ) {
    guard let record = thread.pointee.record else { return }
    if record.pointee.poll_lock != core.pointee.lock {
      record.pointee.poll_lock = core.pointee.lock
      record.pointee.poll_count = 0
    }
    record.pointee.poll_count &+= 1
    record.pointee.poll_time = operation == .read ? 0 : gl_now()
    record.pointee.poll_stack = stack
    record.pointee.poll_tag = thread.pointee.tag
    guard record.pointee.poll_count == pollLimit else { return }
    lockObserver?.polled(
      thread, lock: LockID(rawValue: core.pointee.lock), operation: operation,
      count: Int(record.pointee.poll_count))
  }

  /// Tries or reads in a row that are told of.
  static var pollLimit: UInt32 { 20 }

  static func tellIfPassedOver(
    _ core: CorePointer, _ thread: Waiter, _ record: UnsafeMutablePointer<gl_record>,
    _ slot: UnsafeMutablePointer<gl_slot>
  ) {
    let lock = LockID(rawValue: core.pointee.lock)
    let duration = gl_now() - record.pointee.wait_since
    var passed = Int(thread.pointee.passed)
    if record.pointee.wait_names_value == 0 {
      passed = max(passed, Int(slot.pointee.barges &- thread.pointee.barges))
    } else {
      // Each release moves the sequence by two, with the take before it.
      let releases = Int((gl_load32(&slot.pointee.sequence) &- record.pointee.wait_sequence) / 2)
      if releases >= 1000 {
        lockObserver?.passedOver(
          thread, lock: lock, count: releases, duration: duration, valueForm: true)
      }
    }
    if passed >= 10, duration >= 10_000_000 {
      lockObserver?.passedOver(
        thread, lock: lock, count: passed, duration: duration, valueForm: false)
    }
  }
}

extension Operation {
  /// Whether the operation may wait without limit, so that it makes an edge in the lock order.
  package var mayBlockForever: Bool {
    switch self {
    case .lock, .lockWhen, .wait, .semaphoreWait: true
    default: false
    }
  }
}

extension UnsafeMutableRawPointer {
  /// How much is recorded: 0 nothing, 1 events, 2 events and stacks.
  var mode: UInt32 { assumingMemoryBound(to: gl_header.self).pointee.mode }
}

extension Operation {
  /// What a thread that was signalled does while it takes its monitor's lock again.
  var whileWaiting: Operation { self == .wait || self == .waitUntil ? .lock : self }
}
