/// Knows the locks of tests that run, from their making to their end.
package protocol LockRegistrar: AnyObject, Sendable {
  /// A lock was made by the calling thread; it is recorded.
  func made(_ core: CorePointer)
  /// The lock is a monitor's, whose waiters for a signal stand in this line.
  func lined(_ core: CorePointer, _ line: CorePointer)
  /// The lock is about to end.
  func dropped(_ core: CorePointer)
}

/// Set once, before the first test that is checked.
package nonisolated(unsafe) var lockRegistrar: (any LockRegistrar)?
