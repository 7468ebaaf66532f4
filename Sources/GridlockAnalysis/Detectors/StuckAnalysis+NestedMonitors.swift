import GridlockEvents

extension StuckAnalysis {
  /// Reports threads that wait for a value or a signal while holding a lock that all who could
  /// bring it are stuck behind.
  mutating func findNestedMonitors() {
    for thread in stuck where claims[thread] == nil {
      guard let need = eventNeed(of: thread) else { continue }
      guard let held = wantedHolds[thread]?.sorted() else { continue }
      let candidates = candidates(for: need, except: thread)
      // Who took a semaphore's count has it as it would a lock: a cycle.
      guard !candidates.isEmpty, !Set(candidates).isSubset(of: liveTakers(for: need)),
        areStuck(candidates, behind: held, of: thread)
      else { continue }
      let peers = stuck.filter {
        $0 != thread && claims[$0] == nil && needs[$0]?.contains(need) == true
      }
      var participants = waiting(thread)
      participants += held.map { holding($0, by: thread) }
      participants += candidates.prefix(Self.shownThreads).flatMap(waiting)
      participants += lastHelp(for: need)
      let isRing =
        candidates.contains { blockers(of: $0).contains(thread) }
        && (need.isCount
          || blockers(of: thread).contains { candidates.contains($0) })
      let also: [Finding.Kind] = isRing ? [.cycle] : []
      report(
        .nestedMonitor, also: also + stories(of: [thread]).map(\.kind), members: [thread],
        participants: participants)
      for peer in peers where wantedHolds[peer] == nil { claim(peer, for: findings.count - 1) }
      claimVictims()
    }
  }

  /// At most so many threads that could help are shown.
  static var shownThreads: Int { 8 }

  /// The threads that could bring `need` about: those known to, or in a proved hang of the whole
  /// world, where nobody alive is known to, any that does not wait for it itself.
  func candidates(for need: Need, except thread: ThreadID) -> [ThreadID] {
    let known = setters.setters(for: need, in: state)
    let live = liveSetters(for: need).filter { $0 != thread }
    guard isWorldStuck, live.isEmpty || known.isOpen else { return live }
    return stuck.filter { $0 != thread && needs[$0]?.contains(need) != true }
  }

  /// Whether all `candidates` could move if `thread` could, and one of them if only it let go of
  /// `held`.
  private func areStuck(
    _ candidates: [ThreadID], behind held: [LockID], of thread: ThreadID
  ) -> Bool {
    let freed = Reduction(
      of: state, helpers: shape, setters: setters, halted: thread, freed: Set(held))
    guard candidates.contains(where: freed.runnable.contains) else { return false }
    let behind = Reduction(of: state, helpers: shape, setters: setters, running: thread)
    return candidates.allSatisfy(behind.runnable.contains)
  }
}
