package import GridlockEvents

/// The names of values, by lock, for reports.
package enum ValueNames {
  private static let names = Guarded<[LockID: [Int: String]]>([:])

  static func set(_ pairs: [(Int, String)], of lock: LockID) {
    guard lock != .none else { return }
    names.withLock { $0[lock] = Dictionary(pairs, uniquingKeysWith: { first, _ in first }) }
  }

  static func forget(_ lock: LockID) { names.withLock { _ = $0.removeValue(forKey: lock) } }

  /// The names of every lock that has some.
  package static func all() -> [LockID: [Int: String]] { names.withLock { $0 } }
}
