import GridlockEvents

/// One pass of the stuck-wait detector: what is known of the state, and the findings so far.
struct StuckAnalysis {
  let state: SystemState
  let setters: SetterIndex
  /// Whether every live thread is stuck in a closed world, so that nothing will ever move.
  let isWorldStuck: Bool
  /// The stuck threads, possible ones included, in the order of their ids.
  let stuck: [ThreadID]
  /// Those of them that are at least probably stuck.
  let probable: Set<ThreadID>
  /// What each stuck thread waits for.
  let waits: [ThreadID: Wait]
  /// What each stuck thread needs.
  let needs: [ThreadID: [Need]]
  /// The locks of each thread that others are stuck waiting for.
  let wantedHolds: [ThreadID: Set<LockID>]
  /// Which helpers tell the shape of the hang.
  let shape: Reduction.Helpers

  var findings: [Finding] = []
  /// The finding each stuck thread takes part in.
  var claims: [ThreadID: Int] = [:]

  init(of state: SystemState) {
    self.state = state
    setters = SetterIndex(of: state)
    let everyone = Reduction(of: state, helpers: .everyone, setters: setters)
    isWorldStuck = state.isClosedWorld && everyone.runnable.isEmpty && !everyone.stuck.isEmpty
    let suspects = Reduction(of: state, helpers: .suspects, setters: setters)
    probable = suspects.stuck
    if isWorldStuck {
      shape = .recorded
      stuck = everyone.stuck.sorted()
    } else {
      shape = .known
      stuck = Reduction(of: state, helpers: .known, setters: setters).stuck.sorted()
    }
    var waits: [ThreadID: Wait] = [:]
    var needs: [ThreadID: [Need]] = [:]
    var wantedHolds: [ThreadID: Set<LockID>] = [:]
    for id in stuck {
      guard let thread = state.threads[id], let wait = state.blockedWait(of: thread) else {
        continue
      }
      waits[id] = wait
      needs[id] = state.needs(of: wait, in: id)
      for case .release(let lock, let owner) in needs[id] ?? [] where owner != id {
        wantedHolds[owner, default: []].insert(lock)
      }
    }
    self.waits = waits
    self.needs = needs
    self.wantedHolds = wantedHolds
  }

  /// The value or signal `thread` needs from anyone, if it needs one.
  func eventNeed(of thread: ThreadID) -> Need? {
    needs[thread]?.first { $0.event != nil }
  }

  /// The lock `thread` needs to be released and its owner, if it needs that.
  func releaseNeed(of thread: ThreadID) -> (lock: LockID, owner: ThreadID)? {
    for case .release(let lock, let owner) in needs[thread] ?? [] { return (lock, owner) }
    return nil
  }

  /// The live threads known to bring `need` about that do not wait for it themselves.
  func liveSetters(for need: Need) -> [ThreadID] {
    let known = setters.setters(for: need, in: state).live
      .filter { needs[$0]?.contains(need) != true }
    let takers = liveTakers(for: need)
    return takers.isEmpty ? known : Set(known).union(takers).sorted()
  }

  /// The threads that took a semaphore's count and have yet to give it back, where all is stuck:
  /// that they will is a guess good enough to tell what it is stuck in, not whether.
  func liveTakers(for need: Need) -> [ThreadID] {
    guard isWorldStuck, case .count(let lock) = need else { return [] }
    return (state.locks[lock]?.takers ?? []).map(\.thread).filter {
      needs[$0].map { !$0.contains(need) } ?? false
    }
  }

  /// Those of the live setters that brought it about on this very lock, or all if none did.
  private func nearestSetters(for need: Need) -> [ThreadID] {
    guard let event = need.event, let lock = state.locks[event.lock] else { return [] }
    let own = Set(lock.values[event.value]?.setters ?? [])
      .union(lock.declaredSetters[event.value] ?? [])
    let near = own.union(liveTakers(for: need)).filter {
      state.threads[$0]?.isAlive == true && needs[$0]?.contains(need) == false
    }
    return near.isEmpty ? liveSetters(for: need) : near.sorted()
  }

  /// The stuck threads, any of which could move `thread` on if it moved itself.
  func blockers(of thread: ThreadID) -> [ThreadID] {
    var result: [ThreadID] = []
    for need in needs[thread] ?? [] {
      switch need {
      case .release(_, let owner): if needs[owner] != nil { result.append(owner) }
      case .end(let other): if needs[other] != nil { result.append(other) }
      case .value, .signal, .count:
        result += nearestSetters(for: need).filter { needs[$0] != nil }
      }
    }
    return result
  }

  /// Adds a finding about `members`.
  mutating func report(
    _ kind: Finding.Kind, also: [Finding.Kind] = [], members: [ThreadID],
    participants: [Finding.Participant], reasons: [String] = []
  ) {
    let level = level(of: members)
    for member in members { claims[member] = findings.count }
    findings.append(
      Finding(
        kind: kind, also: also, certainty: level.certainty, severity: level.severity,
        participants: participants, reasons: reasons + level.reasons))
  }

  /// Makes the threads stuck behind a finding its victims.
  mutating func claimVictims() {
    var waiters: [ThreadID: [ThreadID]] = [:]
    for thread in stuck where claims[thread] == nil && !hasStoryOfItsOwn(thread) {
      for blocker in blockers(of: thread) { waiters[blocker, default: []].append(thread) }
    }
    var queue = claims.keys.sorted()
    var next = 0
    while next < queue.count {
      let thread = queue[next]
      next += 1
      guard let finding = claims[thread] else { continue }
      for waiter in waiters[thread] ?? [] where claims[waiter] == nil {
        claim(waiter, for: finding)
        queue.append(waiter)
      }
    }
  }

  /// Where the whole world is stuck behind something else, makes the threads that lack what nobody
  /// was ever seen to bring victims of it: those stuck may well have been about to.
  mutating func claimVictimsOfUnknownNeeds() {
    guard isWorldStuck, !findings.isEmpty else { return }
    for thread in stuck where claims[thread] == nil {
      guard let need = eventNeed(of: thread), releaseNeed(of: thread) == nil,
        setters.setters(for: need, in: state).isUnheardOf, !hasStrongStory(thread)
      else { continue }
      claim(thread, for: 0)
      let reason =
        "A victim waits for what nobody was yet seen to do; the stuck threads may have been about"
        + " to do it."
      if !findings[0].reasons.contains(reason) { findings[0].reasons.append(reason) }
    }
    claimVictims()
  }

  mutating func claim(_ victim: ThreadID, for finding: Int) {
    claims[victim] = finding
    findings[finding].victims.append(victim)
  }
}
