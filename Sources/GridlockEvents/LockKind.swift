/// What kind of thing a lock id names.
public enum LockKind: UInt8, Sendable, CaseIterable {
  /// A lock with an integer that threads wait for.
  case condition = 1
  /// A plain lock.
  case mutex = 2
  /// A lock its owner may take again.
  case recursive = 3
  /// A lock with a queue of waiters for a signal.
  case monitor = 4
  /// A counting semaphore; its count is its value.
  case semaphore = 5
  /// A lock of another library, told to Gridlock through an adapter.
  case external = 6
}
