internal import GridlockAnalysis
internal import GridlockEvents

extension Finding {
  /// Kinds that are certain whatever the other threads do.
  private static let showsInMotion: Set<Kind> = [.longHold, .longWait, .starvation]

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
    guard certainty == .certain, !Self.showsInMotion.contains(kind) else { return true }
    // A proof from a closed world rests on every thread in it, one that the first look missed too.
    return state.isClosedWorld == later.isClosedWorld
      && (!later.isClosedWorld || later.isMotionless(since: state))
  }
}

extension SystemState {
  /// Whether every live thread is in the wait it was in at an earlier look.
  /// - Complexity: O(threads)
  fileprivate func isMotionless(since earlier: SystemState) -> Bool {
    threads.values.allSatisfy { thread in
      guard thread.isAlive, !thread.isObserver else { return true }
      return thread.wait != nil && thread.wait == earlier.threads[thread.id]?.wait
    }
  }

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
