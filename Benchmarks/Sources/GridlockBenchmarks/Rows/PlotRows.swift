import CRivals
import Foundation
import Gridlock

/// Points of the plots: how a cost grows.
enum PlotRows {
  static func run(_ options: Options) throws -> [Outcome] {
    switch options.name {
    case "plot.held": return held(options)
    case "plot.waiters": return waiters(options)
    case "plot.report": return try report(options)
    case "plot.memory": return memory(options)
    default: throw Problem("no row \(options.name)")
    }
  }

  private static func point(
    _ options: Options, _ x: Double, _ ours: Double, _ theirs: Double? = nil, unit: String
  ) -> Outcome {
    Outcome(
      name: options.name, ours: ours, theirs: theirs,
      rival: theirs == nil ? nil : "Foundation NSConditionLock",
      ratio: theirs.map { ours / $0 }, unit: unit, details: [("x", x)])
  }

  private static func held(_ options: Options) -> [Outcome] {
    let locks = (0...24).map { ConditionLock(condition: $0) }
    let foundation = (0...24).map { NSConditionLock(condition: $0) }
    return [0, 1, 2, 4, 8, 12, 16, 20, 23].map { count in
      for index in 0..<count {
        locks[index].lock()
        foundation[index].lock()
      }
      var contest = Contest(rounds: options.rounds(101, short: 41), count: 500)
      contest.run(
        ours: {
          for _ in 0..<$0 {
            locks[24].lock()
            locks[24].unlock()
          }
        },
        theirs: {
          for _ in 0..<$0 {
            foundation[24].lock()
            foundation[24].unlock()
          }
        })
      for index in (0..<count).reversed() {
        locks[index].unlock()
        foundation[index].unlock()
      }
      return point(
        options, Double(count), contest.ourTimes.median, contest.theirTimes.median, unit: "ns")
    }
  }

  private static func waiters(_ options: Options) -> [Outcome] {
    [0, 10, 100, 300, 1000].map { count in
      var contest = Contest(
        rounds: 5, count: 200, theirCount: count == 0 ? 100 : max(5, 500 / count))
      contest.run(
        ours: HandOff.ours(others: count).side, theirs: HandOff.foundation(others: count).side)
      return point(
        options, Double(count), contest.ourTimes.median / 1e3, contest.theirTimes.median / 1e3,
        unit: "us")
    }
  }

  private static func report(_ options: Options) throws -> [Outcome] {
    var present = 0
    return try [10, 100, 300, 1000].map { (count: Int) -> Outcome in
      ReportRow.prepare(threads: count - present, locks: 0)
      present = count
      var samples = Samples()
      for _ in 0..<3 { samples.add(try ReportRow.measure()) }
      return point(options, Double(count), samples.median, unit: "s")
    }
  }

  private static func use(_ lock: ConditionLock) {
    lock.lock()
    lock.unlock()
  }

  /// Works on with locks and hand-offs, and looks at the resident memory at times.
  private static func memory(_ options: Options) -> [Outcome] {
    let hand = HandOff.ours()
    let locks = (0..<100).map { ConditionLock(condition: $0) }
    let start = rival_wall()
    var points: [Outcome] = []
    for step in 0...40 {
      let end = start + UInt64(options.seconds) * 1_000_000_000 * UInt64(step) / 40
      repeat {
        hand.side(50)
        for lock in locks {
          use(lock)
          use(ConditionLock(condition: 1))
        }
        for index in 0..<1000 {
          locks[index % 100].lock()
          locks[index % 100].unlock(withCondition: index % 7)
        }
      } while rival_wall() < end
      points.append(
        point(
          options, Double(rival_wall() - start) / 1e9, Double(rival_resident()) / 1_048_576,
          unit: "MiB"))
    }
    return points
  }
}
