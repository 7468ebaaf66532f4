package import GridlockEvents

/// What makes locks alike: an explicit name, else the place they were made at, else nothing.
package enum LockClass: Hashable, Sendable {
  case named(String)
  case site(UInt64)
  case instance(LockID)

  package init(_ id: LockID, in state: SystemState) {
    guard let lock = state.locks[id] else {
      self = .instance(id)
      return
    }
    if !lock.name.isEmpty {
      self = .named(lock.name)
    } else if lock.site != 0 {
      self = .site(lock.site)
    } else {
      self = .instance(id)
    }
  }

  /// Whether more than one lock may be meant.
  package var isShared: Bool {
    if case .instance = self { false } else { true }
  }
}
