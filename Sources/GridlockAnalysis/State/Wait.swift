public import GridlockEvents

/// What a blocked thread waits for.
public struct Wait: Sendable, Hashable {
  /// What would end the wait. Queues, pools and tasks become further cases.
  public enum Target: Sendable, Hashable {
    /// A lock to be free (and to have `wanted`, when there is one), or a semaphore to count up.
    case lock(LockID)
    /// A signal on a monitor; its lock was given up and will be taken again.
    case signal(LockID)
    /// The end of a thread.
    case end(of: ThreadID)
  }

  public var target: Target
  public var operation: Operation
  /// The value waited for; nil for forms that name none.
  public var wanted: Int?
  /// When the wait gives up, in monotonic nanoseconds; nil when it has no limit or one over a day.
  public var deadline: UInt64?
  /// Who waits, since when, from where. `sequence` is the lock's when the wait began.
  public var mark: Mark
  /// How often in a row this thread timed out here before, with nothing released between.
  public var timeoutsInRow: Int
  /// The monotonic time the first of those time-outs began.
  public var firstAttempt: UInt64

  public init(
    target: Target, operation: Operation, wanted: Int? = nil, deadline: UInt64? = nil, mark: Mark,
    timeoutsInRow: Int = 0, firstAttempt: UInt64? = nil
  ) {
    self.target = target
    self.operation = operation
    self.wanted = wanted
    self.deadline = deadline
    self.mark = mark
    self.timeoutsInRow = timeoutsInRow
    self.firstAttempt = firstAttempt ?? mark.time
  }

  /// The lock, semaphore or monitor waited on, if it is one.
  public var lock: LockID? {
    switch target {
    case .lock(let lock), .signal(let lock): lock
    case .end: nil
    }
  }
}
