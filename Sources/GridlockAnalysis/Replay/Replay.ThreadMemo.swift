import GridlockEvents

extension Replay {
  /// What the replay keeps of a thread beyond its state.
  struct ThreadMemo: Sendable, Hashable {
    /// Its place among all waits, while it waits.
    var order: UInt64 = 0
    var timeOuts: TimeOuts?
    /// The latest failed try of each lock, until the lock is taken. At most a handful.
    var failedTries: [LockID: Mark] = [:]
    var polling: Polling?
    /// The latest unlocked read of each lock's value. At most a handful.
    var reads: [LockID: Read] = [:]
    /// The monitor's hold that the present wait gave up, or that it found missing.
    var gaveUp: GaveUp?
    /// Locks it may hold because the end of a wait was lost.
    var mayHold: Set<LockID> = []
    /// The latest locks taken, latest last. At most a handful.
    var recent: [Hold] = []
    /// Semaphores of one that it took and has not signalled since. At most a handful.
    var gates: [LockID] = []

    mutating func noteTaken(_ hold: Hold) {
      let lock = hold.lock
      timeOuts = nil
      if !failedTries.isEmpty { failedTries[lock] = nil }
      if polling?.lock == lock { polling = nil }
      if gaveUp?.lock == lock { gaveUp = nil }
      if !mayHold.isEmpty { mayHold.remove(lock) }
      if recent.count == Replay.handful { recent.removeFirst() }
      recent.append(hold)
    }
  }

  /// Time-outs in a row at one place.
  struct TimeOuts: Sendable, Hashable {
    var lock: LockID
    var wanted: Int?
    var place: Place
    /// The lock's count of releases then.
    var releases: Int
    var count: Int
    var first: UInt64
  }

  struct Polling: Sendable, Hashable {
    var lock: LockID
    var count: Int
  }

  struct Read: Sendable, Hashable {
    var seen: Int
    var mark: Mark
  }

  struct GaveUp: Sendable, Hashable {
    var lock: LockID
    var hold: Hold?
  }
}
