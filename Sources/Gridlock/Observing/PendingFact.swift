internal import GridlockAnalysis
internal import GridlockEvents

/// A fact on its way from the thread that saw it to the watch.
struct PendingFact: Sendable {
  var observation: Observation
  /// A lock as it was then, where it may be gone when the fact is read.
  var lock: LockState?
}
