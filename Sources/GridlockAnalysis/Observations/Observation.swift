public import GridlockEvents

/// A fact that a live lock on its slow paths, or the replay of events, hands to the detectors.
///
/// Facts carry no judgement: thresholds, severities and "once each" belong to the detectors. Each
/// can be had in constant time, or in time proportional to the locks held or the waiters of one
/// lock, where it arises.
public enum Observation: Sendable, Hashable {
  /// A thread with locks held asked for another one.
  case nested(Nested)
  /// A thread released what it does not hold, or waited on a monitor it does not hold.
  case foreignRelease(ForeignRelease)
  /// A thread whose lock was released by another and taken by a third acted as if it still had it.
  case exclusionLost(ExclusionLoss)
  /// A thread ended and left these locks held.
  case endedHolding(thread: ThreadID, holds: [Hold], mark: Mark)
  /// A lock went away while held or waited for. At least one of `owner` and `waits` is there.
  case destroyedBusy(lock: LockID, owner: Hold?, waits: [Wait], mark: Mark)
  /// A lock went away, busy or not.
  case destroyed(lock: LockID, mark: Mark)
  /// A thread began to block. `held` is what it keeps meanwhile; `gaveUp` the monitor's hold that
  /// the wait gave up.
  case waitEntered(wait: Wait, held: [Hold], gaveUp: Hold?)
  /// A release put a value on a condition lock, by a thread that needed other locks for it.
  case valueSet(ValueSet)
  /// A release of a condition lock by its holder: what it was taken for, and left at. A live lock
  /// may sample these.
  case transition(lock: LockID, release: Release)
  /// A release set the value the lock had, and no waiter could go for it.
  case redundantSet(lock: LockID, value: Int, mark: Mark)
  /// `count` failed tries or reads of the value in a row by one thread, the latest at `mark`.
  case polled(lock: LockID, operation: Operation, count: Int, mark: Mark)
  /// A value was set on the strength of an unlocked read that no longer held.
  case staleSet(StaleSet)
  /// Totals since the lock was made: wake-ups a broadcast at each release would have caused, and
  /// how many of those could have gone.
  case herd(lock: LockID, woken: Int, able: Int, mark: Mark)
  /// A waiter was passed over `count` times by threads that came later; or, for `valueForm`,
  /// waited through `count` releases that never had its value.
  case passedOver(wait: Wait, count: Int, duration: UInt64, valueForm: Bool)
  /// A signal of a monitor that found nobody waiting.
  case idleSignal(lock: LockID, mark: Mark)
  /// `mark.thread` started `other`.
  case spawned(other: ThreadID, mark: Mark)
  /// `mark.thread` saw the end of `other`.
  case joined(other: ThreadID, mark: Mark)
}
