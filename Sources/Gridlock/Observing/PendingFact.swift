internal import GridlockAnalysis
internal import GridlockEvents

/// A fact on its way from the thread that saw it to the watch.
struct PendingFact: Sendable {
  var observation: Observation
  /// The locks it speaks of as they were then: they may be gone when the fact is read.
  var locks: [LockState] = []
}
