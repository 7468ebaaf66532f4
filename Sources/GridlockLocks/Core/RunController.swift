package import GridlockEvents

/// Steers the threads of a controlled run: the scenario player's and the explorer's way in.
///
/// A thread that has one in its record asks it before each attempt, parks in it instead of in the
/// lock, and tells it of each release. The lock's own algorithm decides everything else.
package protocol RunController: AnyObject, Sendable {
  /// Called before an operation touches its lock; may hold the thread back.
  func willAttempt(_ thread: Waiter, _ attempt: Attempt)

  /// Called with the wait published, instead of parking. Answers whether to try again; false makes
  /// the wait time out.
  ///
  /// - Parameter deadline: In monotonic nanoseconds; zero for none.
  func park(_ thread: Waiter, _ operation: Operation, lock: LockID, deadline: UInt64) -> Bool

  /// Called under the queue bit: which of the threads that wait for a signal gets it.
  ///
  /// - Parameter waiters: In order of arrival, never empty.
  /// - Returns: An index into `waiters`.
  func choose(among waiters: [ThreadID], lock: LockID, by thread: Waiter) -> Int

  /// Called after a release, a signal, or a wait that gave up: others may be able to go now.
  func didChange(lock: LockID)
}
