import CGridlock
import CRivals
import Foundation
import Gridlock

/// Lock and unlock where nobody else wants the lock.
enum PairRows {
  static let nesting = 8

  static func run(_ options: Options) throws -> [Outcome] {
    let sides = sides(nested: options.name == "pair.nested")
    Crew.settle()
    var outcomes: [Outcome] = []
    Depth.run(recordedFrames: 16) {
      if let (side, count) = options.counted {
        Counted.run(count) { side == "ours" ? sides.ours($0) : sides.theirs($0) }
      } else {
        outcomes = [measure(options, sides.ours, sides.theirs)]
      }
    }
    return outcomes
  }

  private static func measure(
    _ options: Options, _ ours: Contest.Side, _ theirs: Contest.Side
  ) -> Outcome {
    let isNested = options.name == "pair.nested"
    var contest = Contest(rounds: options.rounds(401, short: 101), count: isNested ? 200 : 1500)
    contest.run(ours: ours, theirs: theirs)
    var outcome = contest.outcome(options.name, rival: "Foundation NSConditionLock")
    guard !isNested else { return outcome }
    let turn = rival_turn_make()
    var bare = Contest(rounds: options.rounds(201, short: 51), count: 1500)
    bare.run(ours: ours) { rival_mutex_pairs(turn, Int64($0)) }
    outcome.details.append((key: "pthread", value: bare.theirTimes.median))
    guard options.name != "pair.silent" else { return outcome }
    var clock = Contest(rounds: options.rounds(201, short: 51), count: 1500)
    clock.run(ours: ours) { for _ in 0..<$0 { _ = gl_now() } }
    outcome.details.append((key: "clock", value: clock.theirTimes.median))
    return outcome
  }

  private static func sides(nested: Bool) -> (ours: Contest.Side, theirs: Contest.Side) {
    guard !nested else { return nestedSides() }
    let ours = ConditionLock(condition: 0)
    let theirs = NSConditionLock(condition: 0)
    return (
      { count in
        var left = count
        while left > 0 {
          ours.lock()
          ours.unlock()
          left &-= 1
        }
      },
      { count in
        var left = count
        while left > 0 {
          theirs.lock()
          theirs.unlock()
          left &-= 1
        }
      }
    )
  }

  private static func nestedSides() -> (ours: Contest.Side, theirs: Contest.Side) {
    let ours = (0..<nesting).map { ConditionLock(condition: $0) }
    let theirs = (0..<nesting).map { NSConditionLock(condition: $0) }
    return (
      { count in
        for _ in 0..<count {
          for lock in ours { lock.lock() }
          for lock in ours.reversed() { lock.unlock() }
        }
      },
      { count in
        for _ in 0..<count {
          for lock in theirs { lock.lock() }
          for lock in theirs.reversed() { lock.unlock() }
        }
      }
    )
  }
}
