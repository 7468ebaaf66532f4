public import GridlockEvents

/// Finds locks held, and owners waited for, too long.
///
/// Waiting for a value, a signal or a semaphore is normal life and no finding by time alone, and
/// who waits inside a monitor does not hold it.
public enum TimeDetector {
  /// What lasts too long in `state`, by thread. Threads in `stuck` are left out: what they are
  /// stuck in is told elsewhere.
  /// - Complexity: O(threads + locks held)
  public static func findings(
    in state: SystemState, thresholds: Thresholds = Thresholds(),
    excluding stuck: Set<ThreadID> = []
  ) -> [Finding] {
    var waiters: [LockID: [ThreadState]] = [:]
    let threads = state.threads.values.filter { $0.isAlive && !$0.isObserver }
      .sorted { $0.id < $1.id }
    for thread in threads {
      guard let wait = thread.wait, case .lock(let lock) = wait.target else { continue }
      waiters[lock, default: []].append(thread)
    }
    return threads.lazy.filter { !stuck.contains($0.id) }.flatMap { thread in
      longHolds(of: thread, waiters: waiters, in: state, over: thresholds.longHold)
        + longWait(of: thread, in: state, over: thresholds.longWait)
    }
  }

  private static func longHolds(
    of thread: ThreadState, waiters: [LockID: [ThreadState]], in state: SystemState,
    over limit: UInt64
  ) -> [Finding] {
    thread.holds.compactMap { hold in
      // Without a time it is only known that the lock has this owner now.
      guard hold.mark.time > 0, state.time > hold.mark.time,
        state.time - hold.mark.time > limit, thread.wait?.target != .signal(hold.lock)
      else { return nil }
      let waiting = (waiters[hold.lock] ?? []).filter { $0.id != thread.id }
      var participants = [
        Finding.Participant(
          role: .holds, operation: hold.operation, lock: hold.lock, mark: hold.mark)
      ]
      participants += waiting.compactMap(participant)
      return Finding(
        kind: .longHold, certainty: .certain, severity: waiting.isEmpty ? .note : .warning,
        participants: participants, victims: waiting.map(\.id),
        reasons: [
          waiting.isEmpty
            ? "Nobody waits for the lock at the moment." : "Other threads wait for the lock."
        ])
    }
  }

  private static func longWait(
    of thread: ThreadState, in state: SystemState, over limit: UInt64
  ) -> [Finding] {
    guard let wait = thread.wait, case .lock(let id) = wait.target, wait.wanted == nil,
      let lock = state.locks[id], lock.kind != .semaphore, let owner = lock.owner,
      owner != thread.id, state.time > wait.mark.time, state.time - wait.mark.time > limit
    else { return [] }
    let hold = state.hold(of: id, by: owner)
    let holder = Finding.Participant(
      role: .holds, operation: hold.operation, lock: id, mark: hold.mark)
    return [
      Finding(
        kind: .longWait, certainty: .certain, severity: .warning,
        participants: [participant(thread), holder].compactMap { $0 },
        reasons: ["The lock has an owner, and the thread waits for it to let go."])
    ]
  }

  private static func participant(_ thread: ThreadState) -> Finding.Participant? {
    thread.wait.map {
      Finding.Participant(
        role: .waits, operation: $0.operation, lock: $0.lock, value: $0.wanted, mark: $0.mark)
    }
  }
}
