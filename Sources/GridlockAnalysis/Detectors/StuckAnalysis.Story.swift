import GridlockEvents

extension StuckAnalysis {
  /// A way in which what a thread waits for got lost.
  struct Story {
    /// How far the story explains the wait by itself.
    enum Weight: Int, Comparable {
      /// Fits by the letter, but was usual here.
      case faint
      /// Fits, but something else may be the cause.
      case weak
      /// Fits well where nothing else explains the wait.
      case strong
      /// Happened during the wait, so it explains it whatever else is wrong.
      case conclusive

      static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var kind: Finding.Kind
    var weight: Weight
    var participants: [Finding.Participant] = []
    var reason: String?
  }

  /// What may have become of the value or signal that `members` wait for, the best account first;
  /// empty if they wait for none.
  func stories(of members: [ThreadID]) -> [Story] {
    var result: [Story] = []
    for member in members {
      guard let wait = waits[member], let need = eventNeed(of: member) else { continue }
      let stories: [Story] =
        switch need {
        case .value(let lock, let wanted): valueStories(of: wait, on: lock, wanted: wanted)
        case .signal(let lock): signalStories(of: wait, on: lock)
        default: []
        }
      for story in stories {
        if let known = result.firstIndex(where: { $0.kind == story.kind }) {
          if result[known].weight < story.weight { result[known] = story }
        } else {
          result.append(story)
        }
      }
    }
    if members.contains(where: { thread in
      eventNeed(of: thread).map { liveSetters(for: $0).isEmpty } ?? false
    }) {
      result.append(Story(kind: .orphanWait, weight: .weak))
    }
    return result.filter { $0.weight > .faint } + result.filter { $0.weight == .faint }
  }

  /// Whether what befell the wait of `thread` explains it whatever else is stuck.
  func hasStoryOfItsOwn(_ thread: ThreadID) -> Bool {
    releaseNeed(of: thread) == nil
      && stories(of: [thread]).contains { $0.weight == .conclusive }
  }

  /// Whether the past explains the wait of `thread` well.
  func hasStrongStory(_ thread: ThreadID) -> Bool {
    stories(of: [thread]).contains { $0.weight >= .strong }
  }

  private func valueStories(of wait: Wait, on id: LockID, wanted: Int) -> [Story] {
    guard let lock = state.locks[id] else { return [] }
    var result: [Story] = []
    let lost = overwritten(wait, on: lock, wanted: wanted)
    if let lost, lost.weight == .conclusive { result.append(lost) }
    guard let release = lock.lastRelease, release.after != wanted else { return result }
    if let story = broken(release, on: lock, wanted: wanted) {
      result.append(story)
    }
    if let lost, lost.weight < .conclusive, !result.contains(where: { $0.weight >= .strong }) {
      result.append(lost)
    } else if result.isEmpty, let story = leftUnwanted(release, on: lock, wanted: wanted) {
      result.append(story)
    }
    return result
  }

  /// The value came and was replaced before the waiter ran, during its wait or before it.
  private func overwritten(_ wait: Wait, on lock: LockState, wanted: Int) -> Story? {
    guard let record = lock.values[wanted], let left = record.lastLeft, !record.lastLeftConsumed
    else { return nil }
    let waited = left.isAfter(wait.mark)
    var participants: [Finding.Participant] = []
    if let set = record.lastSet {
      participants.append(
        Finding.Participant(
          role: .witness, operation: .unlockWith, lock: lock.id, value: wanted, mark: set))
    }
    participants.append(
      Finding.Participant(
        role: .caused, operation: .unlockWith, lock: lock.id, value: record.replacement,
        mark: left))
    return Story(
      kind: .drift, weight: waited ? .conclusive : .weak, participants: participants,
      reason: waited
        ? "The value came while the thread waited and was overwritten before it could run."
        : "The value came and was overwritten before the thread waited for it.")
  }

  /// The last release kept a value that helps nobody here, or took the wanted one back.
  private func broken(_ release: Release, on lock: LockState, wanted: Int) -> Story? {
    let cause = cause(release, on: lock)
    if release.keptValue {
      return Story(
        kind: .brokenChain, weight: release.acquiredBy.namesValue ? .strong : .weak,
        participants: [cause],
        reason: "The last release kept the value, and the waiters need another.")
    }
    guard release.before == wanted else { return nil }
    if isUsualConsumption(release, of: wanted, on: lock) {
      return Story(kind: .brokenChain, weight: .faint)
    }
    return Story(
      kind: .brokenChain, weight: .strong, participants: [cause],
      reason: "The last release took the wanted value back.")
  }

  /// The last release left a value that nobody waits for.
  private func leftUnwanted(_ release: Release, on lock: LockState, wanted: Int) -> Story? {
    guard release.operation == .unlockWith, release.after == lock.value else { return nil }
    for thread in state.threads.values where thread.isAlive {
      guard let wait = thread.wait, wait.target == .lock(lock.id) else { continue }
      if wait.wanted == nil || wait.wanted == lock.value { return nil }
    }
    return Story(
      kind: .drift, weight: .weak, participants: [cause(release, on: lock)],
      reason: "The last release left a value that nobody waits for, while others wait.")
  }

  /// Whether a thread that had waited for `wanted` used it up, as has been done here before.
  private func isUsualConsumption(_ release: Release, of wanted: Int, on lock: LockState) -> Bool {
    release.before == wanted && release.acquiredBy.namesValue
      && (lock.values[wanted]?.timesSet ?? 0) > 1
  }

  private func cause(_ release: Release, on lock: LockState) -> Finding.Participant {
    Finding.Participant(
      role: .caused, operation: release.operation, lock: lock.id, value: release.after,
      mark: release.mark)
  }

  /// A signal came before the wait and woke nobody, or during it and woke another.
  private func signalStories(of wait: Wait, on id: LockID) -> [Story] {
    guard let monitor = state.locks[id] else { return [] }
    func caused(_ mark: Mark) -> Finding.Participant {
      Finding.Participant(role: .caused, operation: .signal, lock: id, mark: mark)
    }
    let early = monitor.idleSignals.filter { !$0.isAfter(wait.mark) }
    if !early.isEmpty {
      return [
        Story(
          kind: .lostWakeup, weight: .strong, participants: early.map(caused),
          reason: "A signal came before the thread waited and woke nobody.")
      ]
    }
    guard let last = monitor.lastSignal else { return [] }
    guard last.isAfter(wait.mark) else {
      // It may be the one the thread came too late for, or one meant for those it woke.
      return [Story(kind: .lostWakeup, weight: .faint)]
    }
    return [
      Story(
        kind: .lostWakeup, weight: .strong, participants: [caused(last)],
        reason: "A signal came while the thread waited and woke another.")
    ]
  }
}
