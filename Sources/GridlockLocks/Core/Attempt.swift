package import GridlockEvents

/// What a thread is about to do, as a controlled run sees it.
package struct Attempt: Sendable {
  /// What must hold for it to go through at once.
  package enum Need: Sendable {
    /// It always can.
    case nothing
    /// The lock is free and has the wanted value, where one is named.
    case lock
    /// The count is above zero.
    case count
  }

  package var operation: Operation
  package var need: Need
  package var lock: LockID
  /// The value waited for, or to be set.
  package var value: Int?
  /// In monotonic nanoseconds; zero for none.
  package var deadline: UInt64

  /// Whether it fails instead of waiting, or may.
  package var mayFail: Bool { operation.isTry || deadline != 0 }
}
