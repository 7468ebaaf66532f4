import GridlockEvents

extension Replay {
  /// What the replay keeps of a lock beyond its state.
  struct LockMemo: Sendable, Hashable {
    /// Whether its kind was told, or shown by an operation only one kind has.
    var isKindKnown = false
    /// How often the owner of a recursive lock has taken it.
    var depth = 0
    /// Who waits, in the order they came.
    var waiters: [Waiter] = []
    /// Holds that a foreign release ended.
    var taken: [ThreadID: Taken] = [:]
    /// Owners whose release is missing or comes late, found out by the next acquisition.
    var displaced: Set<ThreadID> = []
    /// Releases and signals so far.
    var releases = 0
    var woken = 0
    var able = 0
  }

  struct Taken: Sendable, Hashable {
    var hold: Hold
    var release: Mark
  }

  /// A thread blocked on a lock.
  struct Waiter: Sendable, Hashable {
    var thread: ThreadID
    var wanted: Int?
    /// Its place among all waits of the replay.
    var order: UInt64
    var passedOver = 0
    /// Releases since it began that never had its value.
    var releasesWithout = 0
    var sawValue = false

    func canGo(at value: Int) -> Bool { wanted == nil || wanted == value }
  }
}
