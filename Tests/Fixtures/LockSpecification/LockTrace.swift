package import GridlockEvents

/// The specification of a lock as an automaton: takes the recorded events of one lock in the order of
/// their sequence, and accepts each or says why it can't be.
///
/// One thread at a time has the lock; a value changes by a release alone; who names a value gets the
/// lock at that value, the one it waited for; each change of hands has the next sequence. A release
/// by a thread that does not hold the lock is accepted only of a free lock. A monitor's wait is a
/// release and an acquisition. How often a waiter was passed over no event tells.
///
/// - Complexity: O(1) for each event.
package struct LockTrace: Sendable {
  /// Why an event can't be one of a lock.
  package struct Refusal: Error, Hashable, CustomStringConvertible {
    package var event: Event
    package var reason: String

    package var description: String {
      "\(event.lock) at \(event.sequence), \(event.thread) \(event.operation): \(reason)"
    }
  }

  private enum Hands: Equatable {
    case unknown
    case free
    case held(by: ThreadID)
  }

  private let isWhole: Bool
  private var hands: Hands
  private var value: Int?
  private var sequence: UInt32?
  /// The values named by the waits that go on; nil for a wait that names none.
  private var waits: [ThreadID: Int?] = [:]

  /// How many changes of hands were accepted.
  package private(set) var changes = 0

  /// - Parameter isWhole: Whether no event was lost: else a gap in the sequence is taken for lost
  ///   events, behind which anybody may hold the lock.
  package init(isWhole: Bool) {
    self.isWhole = isWhole
    hands = .unknown
  }

  /// Accepts the next event of the lock.
  package mutating func accept(_ event: Event) throws(Refusal) {
    switch event.kind {
    case .created:
      hands = .free
      value = event.after
      sequence = 0
    case .waiting: waits[event.thread] = .some(event.wanted)
    case .timedOut: waits[event.thread] = nil
    case .acquired: try acquire(event)
    case .released: try release(event)
    default: break
    }
  }

  private mutating func acquire(_ event: Event) throws(Refusal) {
    if isRepeated(event) { return try recur(event) }
    try follow(event)
    if case .held(let owner) = hands { throw refusal(event, "\(owner) holds the lock") }
    try expect(event)
    if event.operation.namesValue, event.wanted != event.before {
      throw refusal(event, "taken at \(event.before), wanted \(named(event.wanted))")
    }
    if let wait = waits.removeValue(forKey: event.thread), wait != event.wanted {
      throw refusal(event, "taken for \(named(event.wanted)), waited for \(named(wait))")
    }
    hands = .held(by: event.thread)
  }

  private mutating func release(_ event: Event) throws(Refusal) {
    if isRepeated(event) { return try recur(event) }
    try follow(event)
    if case .held(let owner) = hands, owner != event.thread {
      throw refusal(event, "\(owner) holds the lock")
    }
    try expect(event)
    if event.operation != .unlockWith, event.after != event.before {
      throw refusal(event, "\(event.before) became \(event.after) by a release without a value")
    }
    hands = .free
    value = event.after
  }

  private func isRepeated(_ event: Event) -> Bool { sequence == event.sequence }

  /// An owner that takes its lock again, or gives back one of its takes: nothing changes hands.
  private func recur(_ event: Event) throws(Refusal) {
    guard hands == .held(by: event.thread), event.wanted == nil else {
      throw refusal(event, "two changes of hands have one sequence")
    }
  }

  /// Behind lost events nothing is known.
  private mutating func follow(_ event: Event) throws(Refusal) {
    changes += 1
    defer { sequence = event.sequence }
    guard let sequence else { return }
    let steps = Int32(bitPattern: event.sequence &- sequence)
    if steps < 1 { throw refusal(event, "comes behind \(sequence)") }
    guard steps > 1 else { return }
    if isWhole { throw refusal(event, "the change of hands before it is missing") }
    hands = .unknown
    value = nil
    waits = [:]
  }

  private func expect(_ event: Event) throws(Refusal) {
    guard let value, value != event.before else { return }
    throw refusal(event, "the value is \(event.before), \(value) was left")
  }

  private func named(_ value: Int?) -> String { value.map(String.init) ?? "any value" }

  private func refusal(_ event: Event, _ reason: String) -> Refusal {
    Refusal(event: event, reason: reason)
  }
}
