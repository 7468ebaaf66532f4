import GridlockEvents

/// One step of a schedule: a party goes on with what it is about to do.
struct ScheduleStep: Sendable, Hashable {
  /// What a party is about to do.
  enum Act: Sendable, Hashable {
    case begin
    /// An operation on the step's lock, with the value it waits for or sets.
    case attempt(Operation, value: Int?)
    /// A wait for a signal ends.
    case wake
    case join(Int)
    case start(Int)
    case pause
  }

  var party: Int
  var act: Act
  /// The lock it is about, or none.
  var lock: LockID
  /// Whether a limit passed instead.
  var timedOut = false
  /// Whether a try found the lock taken, or without its value.
  var failed = false
  /// Where it is in the source, where that is kept.
  var stack: StackID = .none
  /// Whether it is the owner's release of the lock.
  var isOwnRelease = false
  /// Which of several threads in line got a signal, where there was a choice.
  var chosenWaiters: [Int] = []

  /// Whether two steps may not change places: they are of one thread, or touch one lock.
  func depends(on other: ScheduleStep) -> Bool {
    party == other.party || (lock != .none && lock == other.lock)
  }
}
