import Foundation
import Gridlock
import GridlockEvents
import Testing

@testable import GridlockPlaying

@Suite struct PriorityChooserTests {
  /// A bug of depth 2 in 4 threads of 50 operations: two of its steps, 25 operations deep, in the
  /// rarer order. Its chance is promised to be at least 1 / (n × k).
  @Test func `bugs of depth 2 are met at the promised rate or better`() {
    let schedules = 20_000
    let (hits, steps) = PretendedThreads.hits(schedules: schedules, seed: 7)
    let promised = 1 / (4 * Double(steps))
    let expected = Double(schedules) * promised
    // The lower end of what 99 in 100 series show whose chance is just the promised one.
    let bound = expected - 2.33 * (expected * (1 - promised)).squareRoot()
    #expect(Double(hits) > bound, "\(hits) of \(schedules), promised \(expected)")
  }
}

/// Threads of 50 steps each that all can go at any time, without the cost of real ones.
private enum PretendedThreads {
  static func hits(schedules: Int, seed: UInt64) -> (hits: Int, steps: Int) {
    let chooser = PriorityChooser(depth: 2, seed: seed)
    let pending = (0..<4).map { ScheduleStep(party: $0, act: .pause, lock: .none) }
    var hits = 0
    for _ in 0..<schedules {
      _ = chooser.begin()
      var done = [0, 0, 0, 0]
      var current = 0
      var isHit = false
      while true {
        var candidates: UInt64 = 0
        for party in 0..<4 where done[party] < 50 { candidates |= 1 << UInt64(party) }
        guard candidates != 0 else { break }
        let point = ChoicePoint(
          candidates: candidates, enabled: candidates, current: current, pending: pending,
          isYield: false)
        current = chooser.choose(point)!
        done[current] += 1
        // Thread 0 is past its step 25 and not past 26 when thread 1 does its step 25.
        if current == 1, done[1] == 25, done[0] == 25 { isHit = true }
      }
      if isHit { hits += 1 }
      chooser.end([], pending: [])
    }
    return (hits, 200)
  }
}
