package import GridlockEvents

/// The events of all locks of a run, each lock's in the order of its sequence.
package struct LockTraces: Sendable {
  private var events: [LockID: [Event]] = [:]
  private let isWhole: Bool

  /// - Parameters:
  ///   - events: As recorded, in the order of time. Those of semaphores, which nobody holds, are
  ///     left out.
  ///   - isWhole: Whether no event was lost.
  /// - Complexity: O(n log n) in the events.
  package init(_ events: [Event], isWhole: Bool) {
    self.isWhole = isWhole
    let counted: Set<Operation> = [.semaphoreWait, .semaphoreWaitUntil, .semaphoreSignal]
    for event in events where event.lock != .none && !counted.contains(event.operation) {
      self.events[event.lock, default: []].append(event)
    }
  }

  package var locks: Int { events.count }

  /// Replays every lock.
  ///
  /// - Returns: How often locks changed hands.
  package func check() throws(LockTrace.Refusal) -> Int {
    var changes = 0
    for (_, events) in events.sorted(by: { $0.key < $1.key }) {
      var trace = LockTrace(isWhole: isWhole)
      for event in Self.inSequence(events) { try trace.accept(event) }
      changes += trace.changes
    }
    return changes
  }

  /// Those of one sequence stay in the order of time, and a lock's beginning comes first.
  private static func inSequence(_ events: [Event]) -> [Event] {
    let numbered = events.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if (a.kind == .created) != (b.kind == .created) { return a.kind == .created }
      let steps = Int32(bitPattern: a.sequence &- b.sequence)
      return steps != 0 ? steps < 0 : left.offset < right.offset
    }
    return numbered.map(\.element)
  }
}
