import CRivals
import Foundation
import Synchronization

/// Two threads that alternate; figures are round trips.
enum HandOffRows {
  static func run(_ options: Options) throws -> [Outcome] {
    Crew.settle()
    switch options.name {
    case "handoff.2": return [againstPthread(options)]
    case "handoff.busy":
      for _ in 0..<2 { Crew.start(Self.compute) }
      return [againstPthread(options)]
    case "handoff.1000":
      var contest = Contest(rounds: options.rounds(9, short: 5), count: 400, theirCount: 12)
      let ours = HandOff.ours(others: 1000)
      let theirs = HandOff.foundation(others: 1000)
      contest.run(ours: ours.side, theirs: theirs.side)
      return [
        contest.outcome(
          options.name, rival: "Foundation NSConditionLock", unit: "us", scale: 1e3,
          processor: true)
      ]
    case "handoff.flat":
      var contest = Contest(rounds: options.rounds(81, short: 61), count: 200)
      contest.run(
        ours: HandOff.oursWithNewPartners(others: 1000), theirs: HandOff.oursWithNewPartners())
      return [
        contest.outcome(
          options.name, rival: "ours with no other waiter", unit: "us", scale: 1e3,
          processor: true)
      ]
    default: throw Problem("no row \(options.name)")
    }
  }

  private static func againstPthread(_ options: Options) -> Outcome {
    var contest = Contest(rounds: options.rounds(61, short: 21), count: 500)
    contest.run(ours: HandOff.ours().side, theirs: HandOff.pthread().side)
    return contest.outcome(
      options.name, rival: "pthread mutex and condition variable", unit: "us", scale: 1e3,
      processor: true)
  }

  /// Keeps a core at work for good.
  private static func compute() {
    let sum = Atomic<UInt64>(1)
    while true {
      var value = sum.load(ordering: .relaxed)
      for _ in 0..<1000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
      sum.store(value, ordering: .relaxed)
    }
  }
}
