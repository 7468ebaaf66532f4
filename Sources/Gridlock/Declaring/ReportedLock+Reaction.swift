internal import CGridlock
public import GridlockAnalysis
internal import GridlockEvents
public import GridlockLocks
internal import Synchronization

extension ReportedLock {
  /// Says what to do about findings of one kind that this lock takes part in.
  ///
  /// It comes before the settings for kinds and for all. Where the locks of one finding ask for
  /// different reactions, the strongest is taken. As with those, `ignore` prints nothing and keeps
  /// the finding for reports and tests; a suppression takes it out of both.
  ///
  /// - Note: Does nothing in a build that records nothing.
  public func setReaction(_ reaction: Reaction, for kind: Finding.Kind) {
    changeReactions { $0.kinds[kind] = reaction }
  }

  /// Says what to do about findings that this lock takes part in, of all kinds that have no
  /// reaction of their own here.
  public func setReaction(_ reaction: Reaction) {
    changeReactions { $0.all = reaction }
  }

  private func changeReactions(_ change: (inout Declarations.Reactions) -> Void) {
    let lock = lockID
    guard lock != .none, let detector = LiveDetector.current else { return }
    detector.inbox.withLock { change(&$0.declarations.reactions[lock, default: .init()]) }
  }
}
