package import GridlockEvents

/// The names of values, by lock, for reports.
package enum ValueNames {
  private final class Store: Sendable {
    let names = Guarded<[LockID: [Int: String]]>([:])
  }

  nonisolated(unsafe) private static var store = Store()

  /// Forgets all names: in a child made by `fork`, before anything is recorded there. A thread of
  /// the parent may have held the mutex.
  package static func startAfresh() { store = Store() }

  static func set(_ pairs: [(Int, String)], of lock: LockID) {
    guard lock != .none else { return }
    store.names.withLock { $0[lock] = Dictionary(pairs, uniquingKeysWith: { first, _ in first }) }
  }

  static func forget(_ lock: LockID) { store.names.withLock { _ = $0.removeValue(forKey: lock) } }

  /// The names of every lock that has some.
  package static func all() -> [LockID: [Int: String]] { store.names.withLock { $0 } }
}
