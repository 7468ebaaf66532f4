import GridlockEvents

/// Finds threads that ended with locks held, whether or not anyone waits for them yet.
///
/// Ask once all destructors of the thread have run, never at the end of the process, and not of a
/// main thread that returned.
public enum ExitDetector {
  /// What `thread`, which has ended, left held in `state`: one finding that names every lock, or
  /// nil if it holds none or is still alive.
  /// - Complexity: O(threads + locks + setters)
  public static func finding(for thread: ThreadState, in state: SystemState) -> Finding? {
    let left = thread.holds.filter { hold in
      state.locks[hold.lock].map { $0.owner == thread.id } ?? true
    }
    guard !thread.isAlive, !thread.isObserver, !left.isEmpty else { return nil }
    let kept = left.filter { state.locks[$0.lock]?.isHandOffDeclared != true }
    guard !kept.isEmpty else { return nil }
    let participants = kept.map {
      Finding.Participant(role: .holds, operation: $0.operation, lock: $0.lock, mark: $0.mark)
    }
    if kept.allSatisfy({ state.locks[$0.lock]?.isHandedOver == true }) {
      return Finding(
        kind: .exitHolding, certainty: .possible, severity: .warning, participants: participants,
        reasons: [
          "These locks, or others created at the same place, were released before by threads that"
            + " did not hold them, so another thread may free them."
        ])
    }
    let isHopeless =
      state.isClosedWorld && Reduction(of: state, helpers: .everyone).runnable.isEmpty
    return Finding(
      kind: .exitHolding, certainty: isHopeless ? .certain : .probable, severity: .error,
      participants: participants,
      reasons: [
        isHopeless
          ? "No thread is left that could release the locks for it."
          : "Another thread could still release the locks for it."
      ])
  }
}
