package import GridlockEvents
internal import Synchronization

/// The names of values, by lock, for reports.
package enum ValueNames {
  private final class Store: Sendable {
    let names = Mutex<[LockID: [Int: String]]>([:])
    /// Whether any lock has names: most programs never give any.
    let isUsed = Atomic<Bool>(false)
  }

  /// Replaced in a child made by `fork`, whose parent's threads may have held the mutex.
  nonisolated(unsafe) private static var store = Store()

  /// Forgets all names, in a child made by `fork`, before anything is recorded there.
  package static func startAfresh() { store = Store() }

  static func set(_ pairs: [(Int, String)], of lock: LockID) {
    guard lock != .none else { return }
    // Release: a thread that this one has told of the lock finds that it has names.
    store.isUsed.store(true, ordering: .releasing)
    store.names.withLock {
      $0[lock] = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
  }

  static func forget(_ lock: LockID) {
    let store = self.store
    guard store.isUsed.load(ordering: .acquiring) else { return }
    store.names.withLock { _ = $0.removeValue(forKey: lock) }
  }

  /// The names of every lock that has some.
  package static func all() -> [LockID: [Int: String]] { store.names.withLock { $0 } }
}
