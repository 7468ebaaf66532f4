import GridlockEvents

/// Finds who is known to set a value, over a lock and all locks created at the same place.
struct SetterIndex {
  /// Names all setters of one value: of one lock, or of all locks created at one place.
  struct Group: Hashable {
    var lock: LockID
    var site: UInt64
    var value: Int
  }

  private var found: [Group: Setters] = [:]

  /// Looks up every value and signal that a blocked thread of `state` waits for.
  /// - Complexity: O(threads + locks + recorded setters)
  init(of state: SystemState) {
    var sites: [UInt64: [LockID]] = [:]
    for lock in state.locks.values where lock.site != 0 {
      sites[lock.site, default: []].append(lock.id)
    }
    for thread in state.threads.values {
      guard let wait = state.blockedWait(of: thread) else { continue }
      for need in state.needs(of: wait, in: thread.id) {
        guard let event = need.event, let lock = state.locks[event.lock] else { continue }
        let key = Self.group(lock, event.value)
        guard found[key] == nil else { continue }
        let siblings = lock.site == 0 ? [lock.id] : sites[lock.site] ?? [lock.id]
        found[key] = Self.setters(of: event.value, on: siblings, in: state)
      }
    }
  }

  /// Who is known to bring about `need`.
  /// - Complexity: O(1)
  func setters(for need: Need, in state: SystemState) -> Setters {
    group(of: need, in: state).flatMap { found[$0] } ?? Setters()
  }

  /// The group of those known to bring about `need`, or nil where only one thread can.
  func group(of need: Need, in state: SystemState) -> Group? {
    guard let event = need.event, let lock = state.locks[event.lock] else { return nil }
    return Self.group(lock, event.value)
  }

  private static func group(_ lock: LockState, _ value: Int) -> Group {
    Group(lock: lock.site == 0 ? lock.id : .none, site: lock.site, value: value)
  }

  private static func setters(
    of value: Int, on locks: [LockID], in state: SystemState
  ) -> Setters {
    var result = Setters()
    var known: Set<ThreadID> = []
    for lock in locks.lazy.compactMap({ state.locks[$0] }) {
      let record = lock.values[value]
      if lock.hasUnknownValues || record?.hasUnknownSetters == true { result.isOpen = true }
      known.formUnion(record?.setters ?? [])
      known.formUnion(lock.declaredSetters[value] ?? [])
    }
    for id in known.sorted() {
      let thread = state.threads[id]
      if thread?.isObserver == true { continue }
      let isAlive = thread?.isAlive == true
      switch thread?.kind ?? .plain {
      case .dispatch, .pool: result.isOpen = true
      case .main: if !isAlive { result.isOpen = true }
      case .plain: break
      }
      if isAlive { result.live.append(id) } else { result.gone.append(id) }
    }
    return result
  }
}
