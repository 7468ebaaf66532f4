import GridlockEvents

extension SystemState {
  /// Whether `thread` is blocked until the same value or signal comes about: it needs itself what
  /// it would have to bring.
  func isWaiting(_ thread: ThreadID, for need: Need) -> Bool {
    guard let state = threads[thread], let wait = blockedWait(of: state) else { return false }
    return needs(of: wait, in: thread).contains(need)
  }

  /// The hold by which `thread` has `lock`, or a bare one where it is not recorded.
  func hold(of lock: LockID, by thread: ThreadID) -> Hold {
    threads[thread]?.holds.last { $0.lock == lock }
      ?? Hold(lock: lock, operation: .none, mark: Mark(thread: thread))
  }
}
