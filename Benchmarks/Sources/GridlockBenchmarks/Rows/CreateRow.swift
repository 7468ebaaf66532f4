import Foundation
import Gridlock

/// A lock is made and dropped.
enum CreateRow {
  static func run(_ options: Options) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    Depth.run(recordedFrames: 16) {
      if let (side, count) = options.counted {
        Counted.run(count) { side == "ours" ? ours($0) : theirs($0) }
      } else {
        var contest = Contest(rounds: options.rounds(401, short: 101), count: 400)
        contest.run(ours: ours, theirs: theirs)
        outcomes = [contest.outcome(options.name, rival: "Foundation NSConditionLock")]
      }
    }
    return outcomes
  }

  private static func ours(_ count: Int) {
    for index in 0..<count { keep(ConditionLock(condition: index)) }
  }

  private static func theirs(_ count: Int) {
    for index in 0..<count { keep(NSConditionLock(condition: index)) }
  }

  /// Keeps the compiler from leaving the object out.
  @inline(never)
  private static func keep(_ object: AnyObject) { withExtendedLifetime(object) {} }
}
