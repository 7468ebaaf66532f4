public import GridlockAnalysis
public import GridlockEvents

/// What is known of a run that ended well: its events, and what its locks and threads are called.
public struct RecordedRun: Sendable {
  /// In the order they happened.
  public var events: [Event]
  public var locks: SlotMap<LockID, LockState>
  public var threads: SlotMap<ThreadID, ThreadState>
  /// What locks are called that left no name.
  public var places: [LockID: String] = [:]
  /// Events that were overwritten before they could be kept.
  public var lostEvents: UInt64

  public init(
    events: [Event], locks: SlotMap<LockID, LockState> = [:],
    threads: SlotMap<ThreadID, ThreadState> = [:],
    lostEvents: UInt64 = 0
  ) {
    self.events = events
    self.locks = locks
    self.threads = threads
    self.lostEvents = lostEvents
  }

  /// What each lock is called: its name, or where it was made; with a number where that is not one
  /// lock's alone.
  ///
  /// - Complexity: O(events).
  public var lockNames: [LockID: String] {
    var names: [LockID: String] = [:]
    var counts: [String: Int] = [:]
    for event in events where event.lock != .none && names[event.lock] == nil {
      var name = locks[event.lock]?.name ?? ""
      if name.isEmpty { name = places[event.lock] ?? "lock" }
      names[event.lock] = name
      counts[name, default: 0] += 1
    }
    for (lock, name) in names where counts[name]! > 1 || name == "lock" {
      names[lock] = "\(name) #\(lock.index)"
    }
    return names
  }
}
