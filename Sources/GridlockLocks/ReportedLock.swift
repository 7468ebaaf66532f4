public import GridlockEvents

/// A lock that reports tell of: what can be declared about it, and how its findings are taken, is
/// the same for every kind.
public protocol ReportedLock: AnyObject, Sendable {
  /// Names the lock has in reports and in the graph, never reused; `none` when it is not recorded.
  var lockID: LockID { get }
}

extension ConditionLock: ReportedLock {}
extension Lock: ReportedLock {}
extension RecursiveLock: ReportedLock {}
extension Condition: ReportedLock {}
extension Semaphore: ReportedLock {}
extension ExternalLock: ReportedLock {}
