import GridlockEvents

/// One operation of a recorded thread.
struct RecordedOperation: Sendable {
  var event: Event
  /// Whether it was a try, or had a limit, and did not go through.
  var failed = false
  /// Of a release that sets a value: whether the thread looked at the value while it had the lock.
  var looked = false
}
