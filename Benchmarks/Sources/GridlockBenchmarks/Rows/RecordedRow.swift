import Foundation
import Gridlock
import Synchronization

/// A long run that fills every ring, for the time its recording takes to read.
enum RecordedRow {
  private static let threads = 250
  /// Of one round: two locks taken and left, and one value handed over.
  private static let eventsInRound = 6

  static func run(_ options: Options) throws -> [Outcome] {
    guard let (_, events) = options.counted else { throw Problem("recorded.report needs --count") }
    let rounds = events / threads / eventsInRound + 1
    let pairs = (0..<threads / 2).map { ConditionLock(condition: 0, name: "pair \($0)") }
    let left = Mutex(threads)
    Crew.together(threads) { index in
      let outer = ConditionLock(condition: 0, name: "outer \(index)")
      let inner = ConditionLock(condition: 0, name: "inner \(index)")
      let pair = pairs[index / 2]
      for _ in 0..<rounds {
        outer.lock()
        inner.lock()
        inner.unlock()
        outer.unlock()
        pair.lock(whenCondition: index % 2)
        pair.unlock(withCondition: 1 - index % 2)
      }
      // None ends before all are done, so that each keeps its ring.
      left.withLock { $0 -= 1 }
      while left.withLock({ $0 }) > 0 { sched_yield() }
      return 0
    }
    return []
  }
}
