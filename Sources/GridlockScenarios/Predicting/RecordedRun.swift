public import GridlockAnalysis
public import GridlockEvents

/// What is known of a run that ended well: its events, and what its locks and threads are called.
public struct RecordedRun: Sendable {
  /// In the order they happened.
  public var events: [Event]
  public var locks: [LockID: LockState]
  public var threads: [ThreadID: ThreadState]
  /// What locks are called that left no name.
  public var places: [LockID: String] = [:]
  /// Events that were overwritten before they could be kept.
  public var lostEvents: UInt64

  public init(
    events: [Event], locks: [LockID: LockState] = [:], threads: [ThreadID: ThreadState] = [:],
    lostEvents: UInt64 = 0
  ) {
    self.events = events
    self.locks = locks
    self.threads = threads
    self.lostEvents = lostEvents
  }

  /// What a lock is called: its name, or where it was made.
  public func name(of lock: LockID) -> String {
    if let name = locks[lock]?.name, !name.isEmpty { return name }
    return places[lock] ?? "lock \(lock.index)"
  }
}
