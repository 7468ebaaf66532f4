package import GridlockAnalysis
package import GridlockEvents

/// How threads waited for one lock in one run.
package struct LockWaits: Sendable, Hashable {
  package var lock: LockID
  /// Waits that began, as far as the events tell that were kept.
  package var count = 0
  /// Those that lasted at least as long as was asked for.
  package var longCount = 0
  /// How long threads waited, in nanoseconds, all added up; one that goes on counts up to the end.
  package var time: UInt64 = 0
  package var longest: UInt64 = 0

  /// Of each lock that was waited for, in the order of their ids.
  ///
  /// - Complexity: O(n log n) in the events.
  package static func all(
    in state: SystemState, events: [Event], longerThan limit: UInt64
  ) -> [LockWaits] {
    let timeline = Timeline(state, events: events)
    var waits: [LockID: LockWaits] = [:]
    for span in timeline.spans where span.kind == .wait {
      guard let lock = span.lock else { continue }
      let end = span.end ?? timeline.end
      waits[lock, default: LockWaits(lock: lock)].add(
        end > span.start ? end - span.start : 0, limit)
    }
    return waits.values.sorted { $0.lock < $1.lock }
  }

  private mutating func add(_ duration: UInt64, _ limit: UInt64) {
    count += 1
    if duration >= limit { longCount += 1 }
    time.addSaturating(duration)
    longest = max(longest, duration)
  }
}
