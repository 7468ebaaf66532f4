import GridlockAnalysis
import GridlockEvents

/// The reduction written as its definition reads: mark until nothing changes.
enum NaiveReduction {
  static func stuck(in state: SystemState, helpers: Reduction.Helpers) -> Set<ThreadID> {
    let live = state.threads.values.filter(\.isAlive)
    var moving = Set(live.filter { $0.isObserver || wait(of: $0, state) == nil }.map(\.id))
    var changed = true
    while changed {
      changed = false
      for thread in live where !moving.contains(thread.id) {
        guard let wait = wait(of: thread, state) else { continue }
        if canGo(thread.id, wait, state, helpers, moving) {
          moving.insert(thread.id)
          changed = true
        }
      }
    }
    return Set(live.filter { !$0.isObserver && !moving.contains($0.id) }.map(\.id))
  }

  private static func wait(of thread: ThreadState, _ state: SystemState) -> Wait? {
    guard thread.isAlive, let wait = thread.wait else { return nil }
    guard let deadline = wait.deadline else { return wait }
    if deadline >= wait.mark.time + 86_400_000_000_001 { return wait }
    let elapsed = state.time >= wait.firstAttempt ? state.time - wait.firstAttempt : 0
    return wait.timeoutsInRow >= 3 && elapsed >= 5_000_000_000 ? wait : nil
  }

  private static func canGo(
    _ thread: ThreadID, _ wait: Wait, _ state: SystemState, _ helpers: Reduction.Helpers,
    _ moving: Set<ThreadID>
  ) -> Bool {
    let anyone = !state.isClosedWorld || moving.contains { state.threads[$0]?.isObserver == false }
    switch wait.target {
    case .end(let other):
      return state.threads[other]?.isAlive != true || moving.contains(other)
    case .lock(let id), .signal(let id):
      guard let lock = state.locks[id] else { return true }
      var isSignal = false
      if case .signal = wait.target { isSignal = true }
      let isSemaphore = lock.kind == .semaphore && !isSignal
      var isFree = true
      if !isSemaphore, let owner = lock.owner, let holder = state.threads[owner],
        !holder.isObserver
      {
        if owner == thread && (isSignal || lock.kind == .recursive) {
          isFree = true
        } else if helpers == .everyone || lock.isHandOffDeclared {
          isFree = anyone
        } else {
          isFree =
            (holder.isAlive && moving.contains(owner))
            || (helpers == .suspects && lock.isHandedOver)
        }
      }
      guard isFree else { return false }
      let event: Int?
      if isSignal {
        event = 0
      } else if isSemaphore {
        event = lock.value > 0 ? nil : 0
      } else if lock.kind == .condition, let wanted = wait.wanted, wanted != lock.value {
        event = wanted
      } else {
        event = nil
      }
      guard let event else { return true }
      if helpers == .everyone { return anyone }
      return isSet(event, lock, wait, state, helpers, moving)
    }
  }

  private static func isSet(
    _ value: Int, _ lock: LockState, _ wait: Wait, _ state: SystemState,
    _ helpers: Reduction.Helpers, _ moving: Set<ThreadID>
  ) -> Bool {
    let locks = state.locks.values.filter {
      $0.id == lock.id || (lock.site != 0 && $0.site == lock.site)
    }
    var setters: Set<ThreadID> = []
    var isOpen = false
    for lock in locks {
      setters.formUnion(lock.values[value]?.setters ?? [])
      setters.formUnion(lock.declaredSetters[value] ?? [])
      if lock.hasUnknownValues || lock.values[value]?.hasUnknownSetters == true { isOpen = true }
    }
    setters = setters.filter { state.threads[$0]?.isObserver != true }
    for setter in setters {
      guard let thread = state.threads[setter] else { continue }
      if thread.kind == .dispatch || thread.kind == .pool { isOpen = true }
      if thread.kind == .main && !thread.isAlive { isOpen = true }
    }
    if setters.contains(where: { moving.contains($0) }) { return true }
    switch helpers {
    case .everyone, .recorded: return false
    case .known: return isOpen
    case .suspects:
      if isOpen || setters.contains(where: { state.threads[$0]?.isAlive != true }) { return true }
      return setters.allSatisfy { setter in
        guard let other = state.threads[setter].flatMap({ self.wait(of: $0, state) }) else {
          return false
        }
        return other.target == wait.target
          && (lock.kind != .condition || other.wanted == wait.wanted)
      }
    }
  }
}
