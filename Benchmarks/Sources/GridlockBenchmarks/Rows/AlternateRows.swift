import CRivals
import Foundation

/// A producer and a consumer with one place between them, and a small critical section.
enum AlternateRows {
  /// Alternations of each side in all.
  private static let total = 100_000

  static func run(_ options: Options) throws -> [Outcome] {
    let rival: (hand: HandOff, name: String)
    let work: @Sendable () -> Void = { criticalSection(nil) }
    switch options.name {
    case "alternate.pthread":
      rival = (.pthread(work: criticalSection), "pthread mutex and condition variable")
    case "alternate.condition": rival = (.condition(work: work), "NSCondition")
    case "alternate.dispatch": rival = (.dispatch(work: work), "two dispatch semaphores")
    default: throw Problem("no row \(options.name)")
    }
    let rounds = 40
    var contest = Contest(rounds: rounds, count: (options.isShort ? total / 5 : total) / rounds)
    contest.run(ours: HandOff.ours(work: work).side, theirs: rival.hand.side)
    return [
      contest.outcome(options.name, rival: rival.name, unit: "us", scale: 1e3, processor: true)
    ]
  }

  /// The place between the two: only whose turn it is may touch it.
  nonisolated(unsafe) private static let place = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

  private static let criticalSection: @convention(c) (UnsafeMutableRawPointer?) -> Void = { _ in
    rival_work(place, 16)
  }
}
