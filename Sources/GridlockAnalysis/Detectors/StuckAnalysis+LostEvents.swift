import GridlockEvents

extension StuckAnalysis {
  /// Reports the waits for a value or a signal that nothing stuck explains, one finding for all
  /// that wait for the same.
  mutating func findLostEvents() {
    var groups: [(need: Need, members: [ThreadID])] = []
    var places: [Need: Int] = [:]
    for thread in stuck where claims[thread] == nil {
      guard let need = eventNeed(of: thread),
        blockers(of: thread).isEmpty || hasStoryOfItsOwn(thread)
      else { continue }
      if let place = places[need] {
        groups[place].members.append(thread)
      } else {
        places[need] = groups.count
        groups.append((need, [thread]))
      }
    }
    for (need, members) in groups {
      let stories = stories(of: members)
      // What may yet end by itself is not blamed on a release that merely fits.
      let isSure = level(of: members).certainty > .possible
      let story =
        stories.first { $0.weight >= .strong || isSure && $0.weight > .faint }
        ?? Story(kind: .orphanWait, weight: .weak)
      var participants = members.flatMap(waiting) + story.participants
      var also = stories.map(\.kind).filter { $0 != story.kind }
      if story.kind == .orphanWait {
        participants += helpers(for: need, except: members)
        // They may be meant to help each other, which no history tells.
        if isWorldStuck, isUnheardOf(need),
          groups.contains(where: { $0.need != need && isUnheardOf($0.need) })
        {
          also.append(.cycle)
        }
      }
      report(
        story.kind, also: also, members: members,
        participants: participants, reasons: story.reason.map { [$0] } ?? [])
    }
  }

  private func isUnheardOf(_ need: Need) -> Bool {
    setters.setters(for: need, in: state).isUnheardOf
  }

  /// Who brought `need` about before, and the last thing done to the lock; where nobody did, the
  /// threads left and what they are stuck in.
  private func helpers(for need: Need, except members: [ThreadID]) -> [Finding.Participant] {
    var result = lastHelp(for: need)
    guard let event = need.event, let lock = state.locks[event.lock] else { return result }
    if let release = lock.lastRelease {
      result.append(
        Finding.Participant(
          role: .witness, operation: release.operation, lock: lock.id, value: release.after,
          mark: release.mark))
    }
    guard isWorldStuck, let first = members.first else { return result }
    for thread in candidates(for: need, except: first).prefix(Self.shownThreads) {
      for var participant in waiting(thread) {
        participant.role = .couldHelp
        result.append(participant)
      }
    }
    return result
  }
}
