internal import GridlockAnalysis
internal import GridlockEvents

extension Finding {
  /// Whether every wait and hold this rests on is the same in a later look.
  func stillHolds(from state: SystemState, in later: SystemState) -> Bool {
    let threads = Set(participants.map(\.mark.thread)).union(victims)
    for id in threads {
      guard let before = state.threads[id] else { continue }
      guard let after = later.threads[id], before.isAlive == after.isAlive,
        before.wait == after.wait
      else { return false }
    }
    let locks = Set(participants.compactMap(\.lock))
    for id in locks {
      guard let before = state.locks[id], let after = later.locks[id] else { return false }
      guard before.owner == after.owner, before.value == after.value else { return false }
    }
    // A proof from a closed world rests on every thread in it.
    return certainty < .certain || state.isClosedWorld == later.isClosedWorld
  }
}

extension SystemState {
  /// Keeps the locks and threads a finding speaks of.
  mutating func remember(_ finding: Finding, from state: SystemState) {
    for participant in finding.participants {
      if let lock = participant.lock { locks[lock] = state.locks[lock] ?? locks[lock] }
      let thread = participant.mark.thread
      threads[thread] = state.threads[thread] ?? threads[thread]
    }
  }

  /// This state with what is remembered of those that are gone.
  func recalling(_ remembered: SystemState) -> SystemState {
    var state = self
    for (id, lock) in remembered.locks where state.locks[id] == nil {
      state.locks[id] = lock
      state.locks[id]!.isAlive = false
      state.locks[id]!.owner = nil
    }
    for (id, thread) in remembered.threads where state.threads[id] == nil {
      state.threads[id] = thread
      state.threads[id]!.isAlive = false
      state.threads[id]!.wait = nil
      state.threads[id]!.holds = []
    }
    return state
  }

  /// A lock counts as handed over once another of its creation site was.
  mutating func shareHandOvers() {
    let sites = Set(locks.values.filter { $0.isHandedOver && $0.site != 0 }.map(\.site))
    guard !sites.isEmpty else { return }
    for id in locks.keys where sites.contains(locks[id]!.site) { locks[id]!.isHandedOver = true }
  }
}
