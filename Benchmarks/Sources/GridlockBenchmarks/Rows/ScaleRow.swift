import CRivals
import Gridlock

/// Two threads on two locks, against one thread on one: nothing shared may be written.
enum ScaleRow {
  static func run(_ options: Options) throws -> [Outcome] {
    let locks = (0..<2).map { ConditionLock(condition: $0) }
    let turns = Shared((0..<2).map { _ in rival_turn_make() })
    let count = 20_000
    let ours: @Sendable (Int) -> Double = { index in
      let lock = locks[index]
      return time(count) {
        for _ in 0..<count {
          lock.lock()
          lock.unlock()
        }
      }
    }
    let theirs: @Sendable (Int) -> Double = { index in
      time(count * 4) { rival_mutex_pairs(turns.value[index], Int64(count * 4)) }
    }
    var our = (one: Samples(), two: Samples(), growth: Samples())
    var their = (one: Samples(), two: Samples(), growth: Samples())
    for _ in 0..<options.rounds(61, short: 25) {
      measure(ours, &our)
      measure(theirs, &their)
    }
    return [
      Outcome(
        name: options.name, ours: our.growth.median, theirs: their.growth.median,
        rival: "pthread mutex", ratio: our.growth.median / their.growth.median,
        unit: "times one thread's",
        details: [
          ("ours_low", our.growth.spread.low), ("ours_high", our.growth.spread.high),
          ("theirs_low", their.growth.spread.low), ("theirs_high", their.growth.spread.high),
          ("one_ns", our.one.median), ("two_ns", our.two.median),
        ])
    ]
  }

  private static func measure(
    _ side: @escaping @Sendable (Int) -> Double,
    _ samples: inout (one: Samples, two: Samples, growth: Samples)
  ) {
    let one = Crew.together(1, side)[0]
    let two = Crew.together(2, side)
    let mean = (two[0] + two[1]) / 2
    samples.one.add(one)
    samples.two.add(mean)
    samples.growth.add(mean / one)
  }

  /// Processor time of this thread by turn, so that waiting for a core does not count.
  private static func time(_ count: Int, _ body: () -> Void) -> Double {
    let start = rival_thread_processor()
    body()
    return Double(rival_thread_processor() - start) / Double(count)
  }
}
