package import GridlockEvents

/// What makes locks alike: an explicit name, else the place they were made at, else nothing.
package enum LockClass: Hashable, Sendable {
  case named(String)
  case site(UInt64)
  case instance(LockID)

  package init(_ id: LockID, in state: SystemState) {
    guard let position = state.locks.position(of: id) else {
      self = .instance(id)
      return
    }
    if !state.locks[at: position].name.isEmpty {
      self = .named(state.locks[at: position].name)
    } else if state.locks[at: position].site != 0 {
      self = .site(state.locks[at: position].site)
    } else {
      self = .instance(id)
    }
  }

  /// Whether more than one lock may be meant.
  package var isShared: Bool {
    if case .instance = self { false } else { true }
  }
}
