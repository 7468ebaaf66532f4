internal import CGridlock
internal import GridlockAnalysis
package import GridlockEvents
package import GridlockLocks

/// Records that threads start and wait for each other.
package enum ThreadEvents {
  package static func spawned(by me: Waiter, _ other: ThreadID) {
    guard isRecorded(me) else { return }
    let mark = write(.spawned, .spawn, me, other)
    LiveDetector.current?.tell(by: me, .spawned(other: other, mark: mark), isUrgent: false)
  }

  /// Says that the thread ends for good when its body does, whoever started it.
  package static func declarePlain(_ me: Waiter) {
    me.pointee.record?.pointee.kind = ThreadState.Kind.plain.rawValue
  }

  /// Publishes the wait for a thread's end.
  package static func joining(by me: Waiter, _ other: ThreadID) {
    guard isRecorded(me), let record = me.pointee.record else { return }
    let mark = write(.waiting, .join, me, other)
    gl_wait_begin(
      record, UInt8(GL_WAIT_END), Operation.join.rawValue, 0, other.rawValue, false, 0, mark.time,
      0, mark.stack.rawValue, me.pointee.tag, 0)
  }

  /// Looks whether anybody is left to end the published wait.
  package static func blocked(_ me: Waiter) {
    guard isRecorded(me) else { return }
    gl_fence()
    LiveDetector.current?.willBlock(me)
  }

  package static func joined(by me: Waiter, _ other: ThreadID) {
    guard isRecorded(me), let record = me.pointee.record else { return }
    gl_wait_end(record, false)
    let mark = write(.joined, .join, me, other)
    LiveDetector.current?.tell(by: me, .joined(other: other, mark: mark), isUrgent: false)
  }

  private static func isRecorded(_ me: Waiter) -> Bool {
    me.pointee.record != nil && me.pointee.quiet == 0 && LiveDetector.current != nil
  }

  private static func write(
    _ kind: Event.Kind, _ operation: Operation, _ me: Waiter, _ other: ThreadID
  ) -> Mark {
    let stack = gl_stack_capture(me)
    let mark = me.mark(stack: StackID(rawValue: stack))
    gl_ring_write(
      me, kind.rawValue, operation.rawValue, 0, mark.time, 0, 0, 0, 0, other.rawValue, stack)
    return mark
  }
}
