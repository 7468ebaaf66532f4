import CRivals
import Gridlock

/// What recording costs over a bare pthread pair with a value and a wake-up; the rival's factor was
/// measured before, in a process of its own.
enum FactorRow {
  static func run(_ options: Options) throws -> [Outcome] {
    guard let theirs = options.theirs else { throw Problem("\(options.name) needs --theirs") }
    let lock = ConditionLock(condition: 0)
    let turn = rival_turn_make()
    var contest = Contest(rounds: options.rounds(201, short: 51), count: 1500)
    Depth.run(recordedFrames: 16) {
      contest.run(
        ours: { count in
          for index in 0..<count {
            lock.lock()
            lock.unlock(withCondition: index & 1)
          }
        },
        theirs: { rival_turn_pairs(turn, Int64($0)) })
    }
    let factor = contest.ratios.median
    return [
      Outcome(
        name: options.name, ours: factor, theirs: theirs,
        rival: options.name == "tsan" ? "ThreadSanitizer" : "Helgrind", ratio: factor / theirs,
        unit: "times a bare pair",
        details: [
          ("ours_low", contest.ratios.spread.low), ("ours_high", contest.ratios.spread.high),
          ("ours_ns", contest.ourTimes.median), ("bare_ns", contest.theirTimes.median),
        ])
    ]
  }
}
