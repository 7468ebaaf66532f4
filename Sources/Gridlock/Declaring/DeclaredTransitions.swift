internal import GridlockAnalysis
internal import GridlockEvents

/// Which values may follow each value of a lock, where a program said so.
///
/// Asked in the thread that releases, so that no release is missed however fast they come.
struct DeclaredTransitions: Sendable {
  private struct Break: Hashable, Sendable {
    var lock: LockID
    var before: Int
    var after: Int
    var isKept: Bool
  }

  /// Breaks that are remembered, so that each is told once; more are told again, and the detector
  /// drops them.
  static let keptBreaks = 1024

  private(set) var next: [LockID: [Int: Set<Int>]] = [:]
  private var told: Set<Break> = []

  /// Declares, or adds to what was declared before.
  mutating func declare(_ values: [Int: Set<Int>], for lock: LockID) {
    next[lock, default: [:]].merge(values) { $0.union($1) }
  }

  /// Forgets what a program said of locks that are gone.
  mutating func keep(where isAlive: (LockID) -> Bool) {
    next = next.filter { isAlive($0.key) }
    told = told.filter { isAlive($0.lock) }
  }

  /// Whether a release breaks what was declared, and is the first that does so in this way.
  mutating func isFirstBreak(_ release: Release, of lock: LockID) -> Bool {
    guard let values = next[lock], TransitionModel.breaks(release, values) else { return false }
    if told.count >= Self.keptBreaks { told.removeAll() }
    return told.insert(
      Break(
        lock: lock, before: release.before, after: release.after,
        isKept: release.operation != .unlockWith)
    ).inserted
  }
}
