public import GridlockEvents

/// Tells the threads that can still move from those that are stuck, given who may help whom.
///
/// Threads outside waits without limit can move. A blocked thread can move once all it needs can
/// come about: the owner can move, and one of those who may set the value can. This is repeated
/// until nothing changes; the rest is stuck.
public struct Reduction: Sendable, Hashable {
  /// The live threads, observers aside, that cannot move.
  public private(set) var stuck: Set<ThreadID> = []
  /// The live threads, observers aside, that can.
  public private(set) var runnable: Set<ThreadID> = []

  /// Reduces `state` with these helpers.
  /// - Complexity: O(threads + locks + recorded setters)
  public init(of state: SystemState, helpers: Helpers) {
    self.init(of: state, helpers: helpers, setters: SetterIndex(of: state))
  }

  /// Reduces `state` as if `running` could move, `halted` could not, and `freed` had no owner.
  init(
    of state: SystemState, helpers: Helpers, setters: SetterIndex, running: ThreadID? = nil,
    halted: ThreadID? = nil, freed: Set<LockID> = []
  ) {
    var work = Worklist(halted: halted)
    for thread in state.threads.values where thread.isAlive {
      guard !thread.isObserver, thread.id != running, let wait = state.blockedWait(of: thread)
      else {
        work.mark(thread.id, isHelper: !thread.isObserver)
        continue
      }
      var needed = 0
      for need in state.needs(of: wait, in: thread.id) {
        if case .release(let lock, _) = need, freed.contains(lock) { continue }
        let source = Self.source(of: need, helpers: helpers, setters: setters, in: state)
        if source == .granted { continue }
        work.add(source, for: thread.id, index: needed)
        needed += 1
      }
      work.start(thread.id, needed: needed)
    }
    work.run()
    for thread in state.threads.values where thread.isAlive && !thread.isObserver {
      if work.marked.contains(thread.id) {
        runnable.insert(thread.id)
      } else {
        stuck.insert(thread.id)
      }
    }
  }

  private static func source(
    of need: Need, helpers: Helpers, setters: SetterIndex, in state: SystemState
  ) -> Source {
    switch need {
    case .end(let thread):
      return .thread(thread)
    case .release(let id, let owner):
      let lock = state.locks[id]
      if helpers == .everyone || lock?.isHandOffDeclared == true {
        return state.isClosedWorld ? .anyone : .granted
      }
      if helpers == .suspects && lock?.isHandedOver == true { return .granted }
      return .thread(owner)
    case .value, .signal, .count:
      if helpers == .everyone { return state.isClosedWorld ? .anyone : .granted }
      let known = setters.setters(for: need, in: state)
      switch helpers {
      case .everyone, .recorded: break
      case .known: if known.isOpen { return .granted }
      case .suspects:
        let isOnlyForWaiters = known.live.allSatisfy { state.isWaiting($0, for: need) }
        if known.isOpen || !known.gone.isEmpty || isOnlyForWaiters { return .granted }
      }
      guard let group = setters.group(of: need, in: state) else { return .granted }
      return .group(group, known.live)
    }
  }
}
