internal import CGridlock
internal import GridlockEvents

/// What only the shadow of another library's lock asks.
extension LockProbe {
  /// Whether anything is recorded at all.
  static var isRecording: Bool { Self.self == Recording.self }

  /// How the thread entered the wait it has published on this lock; nil when it has none.
  static func pendingWait(_ core: CorePointer, _ thread: Waiter) -> Operation? {
    guard isRecording, gl_is_recorded(core, thread), let record = thread.pointee.record,
      record.pointee.wait_kind == UInt8(GL_WAIT_LOCK),
      record.pointee.wait_lock == core.pointee.lock
    else { return nil }
    return Operation(rawValue: record.pointee.wait_operation) ?? .lock
  }

  /// Takes a lock that has another owner by now out of the thread's list. False: it was not there.
  @discardableResult
  static func forgotten(_ core: CorePointer, _ thread: Waiter) -> Bool {
    guard isRecording, gl_is_recorded(core, thread), let record = thread.pointee.record,
      gl_hold_find(record, core.pointee.lock) != nil
    else { return false }
    gl_hold_pop(record, core.pointee.lock)
    return true
  }
}
