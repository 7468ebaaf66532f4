internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting

extension ArenaAnalysis {
  /// Where threads were blocked, without what was wrong.
  ///
  /// - Parameters:
  ///   - end: When what went on was last seen.
  ///   - naming: Gives threads their names.
  func profile(
    of events: [Event], until end: UInt64, naming: (SystemState) -> SystemState
  ) -> ContentionProfile {
    let state = complete(arena.systemState(at: end))
    // Of locks and threads that are gone, events alone tell.
    var replay = Replay()
    for lock in state.locks.values { replay.declare(lock) }
    replay.noteLost(lostEvents)
    for event in events { replay.apply(event) }
    var symbolizer = Symbolizer(images: images)
    let report = arena.report(
      naming(state.recalling(replay.state)), [], executable: executable
    ) { symbolizer.frames(for: $0) }
    return ContentionProfile(report, events: events) { stack in
      arena.rawStack(stack).map { symbolizer.frames(for: $0) } ?? []
    }
  }
}
