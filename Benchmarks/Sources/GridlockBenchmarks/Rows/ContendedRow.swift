import CRivals
import Foundation
import Gridlock

/// Four threads want one lock all the time; figures are time by critical section.
///
/// The section is about a hundred nanoseconds of work. What it takes without any lock is told
/// beside the figures, and the figures with a section of one addition too.
enum ContendedRow {
  /// Steps of work in the section: about a hundred nanoseconds.
  private static let steps: Int64 = 80

  static func run(_ options: Options) throws -> [Outcome] {
    let rounds = options.rounds(41, short: 15)
    let work = contest(rounds, count: 100_000) { rival_work(&$0.value, steps) }
    let none = contest(rounds, count: 200_000) { rival_work(&$0.value, 1) }
    var outcome = work.outcome(options.name, rival: "NSLock", processor: true)
    outcome.details += [
      (key: "section", value: alone()),
      (key: "ours_at_once", value: none.ourTimes.median),
      (key: "theirs_at_once", value: none.theirTimes.median),
    ]
    return [outcome]
  }

  private static func contest(
    _ rounds: Int, count: Int, _ section: @escaping @Sendable (Shared<UInt64>) -> Void
  ) -> Contest {
    let ours = ConditionLock(condition: 0)
    let theirs = NSLock()
    let sum = Shared(UInt64(0))
    var contest = Contest(rounds: rounds, count: count)
    contest.run(
      ours: { count in
        Crew.together(4) { _ in
          for _ in 0..<count / 4 {
            ours.lock()
            section(sum)
            ours.unlock()
          }
          return 0
        }
      },
      theirs: { count in
        Crew.together(4) { _ in
          for _ in 0..<count / 4 {
            theirs.lock()
            section(sum)
            theirs.unlock()
          }
          return 0
        }
      })
    return contest
  }

  /// The work of the critical section by itself.
  private static func alone() -> Double {
    let sum = Shared(UInt64(0))
    let count = 20_000
    let start = rival_thread_processor()
    for _ in 0..<count { rival_work(&sum.value, steps) }
    return Double(rival_thread_processor() - start) / Double(count)
  }
}
