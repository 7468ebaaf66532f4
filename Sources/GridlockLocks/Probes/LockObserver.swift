internal import CGridlock
package import GridlockEvents

/// The detector's side of the recording probe: told of what can't be seen in the state afterwards.
///
/// All calls come on the thread that did it, with nothing of the lock locked unless said.
package protocol LockObserver: AnyObject, Sendable {
  /// The thread has published its wait and is about to park.
  func willBlock(_ thread: Waiter)
  /// The thread took, or is about to wait for, a lock while it holds others, in a nesting that is
  /// new to it.
  func nested(_ thread: Waiter, lock: LockID, operation: Operation, wanted: Int?)
  /// The thread freed a lock held by `owner`, or by nobody (`.none`). Called under the queue bit.
  func releasedForeign(
    _ thread: Waiter, lock: LockID, owner: ThreadID, operation: Operation, before: Int, after: Int,
    stack: StackID)
  /// The thread released a lock it believed it held, which another had taken meanwhile. Called
  /// under the queue bit.
  func lostExclusion(_ thread: Waiter, lock: LockID, owner: ThreadID, stack: StackID)
  /// A lock ended while held or waited for.
  func destroyedBusy(_ thread: Waiter, lock: LockID, owner: ThreadID, stack: StackID)
  /// The value was set to what it was, and nobody could go.
  func setAgain(_ thread: Waiter, lock: LockID, value: Int)
  /// The value was set after a read without the lock that had gone stale.
  func setStale(_ thread: Waiter, lock: LockID, read: UnlockedRead, found: Int, value: Int)
  /// So many tries or reads in a row by this thread found nothing new.
  func polled(_ thread: Waiter, lock: LockID, operation: Operation, count: Int)
  /// A wait is over in which later threads went first so often, or which so many releases did not
  /// serve (`valueForm`).
  func passedOver(_ thread: Waiter, lock: LockID, count: Int, duration: UInt64, valueForm: Bool)
  /// The thread releases a lock whose transitions were declared. Called while it still has it; the
  /// release stands in the slot.
  func releasedDeclared(_ thread: Waiter, lock: LockID)
  /// A monitor's signal met nobody waiting. Called under the queue bit.
  func signalledNobody(_ thread: Waiter, lock: LockID, stack: StackID)
}

/// A look at a value without its lock.
package struct UnlockedRead: Sendable {
  package var value: Int
  package var time: UInt64
  package var stack: StackID
  package var tag: SiteTag
}

/// Where the detector listens; set once, before the first lock is recorded.
package nonisolated(unsafe) var lockObserver: (any LockObserver)?
