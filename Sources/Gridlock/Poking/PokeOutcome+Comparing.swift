internal import GridlockAnalysis
internal import GridlockEvents

extension PokeOutcome {
  /// - Parameters:
  ///   - before: The state when the waiters were woken.
  ///   - after: The state when they had tested.
  ///   - overdue: Threads that could have gone for longer than any wake-up takes.
  ///   - late: How many had not tested.
  init(
    from before: SystemState, to after: SystemState, overdue: Set<ThreadID> = [], late: Int = 0
  ) {
    for thread in before.threads.values where !thread.isObserver {
      guard let wait = thread.wait, wait.lock != nil else { continue }
      waits += 1
      guard after.threads[thread.id]?.wait?.mark != wait.mark else { continue }
      // Its limit came: no wake-up had to.
      if let limit = wait.deadline, limit <= after.time { continue }
      wentOn += 1
      if overdue.contains(thread.id) { lost += 1 }
    }
    self.late = late
  }
}

extension SystemState {
  /// Threads that wait, though what they wait for is there.
  ///
  /// For an instant that is normal: they are on their way.
  var ableWaiters: Set<ThreadID> {
    Set(threads.values.lazy.filter { thread in thread.wait.map(couldGo) ?? false }.map(\.id))
  }

  /// Those of some waiters that could still go later and had no new reason to between.
  func overdue(_ waiters: Set<ThreadID>, in later: SystemState) -> Set<ThreadID> {
    waiters.intersection(later.ableWaiters).filter { id in
      guard let wait = threads[id]?.wait, let lock = wait.lock.flatMap({ locks[$0] }) else {
        return false
      }
      return later.threads[id]?.wait?.mark == wait.mark && later.locks[lock.id] == lock
    }
  }

  /// Whether a wait has what it waits for. Of a signal, nothing says that it came.
  private func couldGo(_ wait: Wait) -> Bool {
    guard case .lock(let id) = wait.target, let lock = locks[id] else { return false }
    if lock.kind == .semaphore { return lock.value > 0 }
    return lock.owner == nil && (wait.wanted == nil || wait.wanted == lock.value)
  }
}
