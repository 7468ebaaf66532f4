import GridlockEvents

/// One thread asking for a lock with others held: the element of a chain.
struct OrderTuple: Sendable, Hashable {
  var stamp: ThreadClocks.Stamp
  var request: Observation.Nested

  var thread: ThreadID { stamp.thread }

  /// Whether the two hold a lock in common, so that they can't both be at this point.
  func sharesGate(with other: OrderTuple) -> Bool {
    request.held.contains { hold in other.request.held.contains { $0.lock == hold.lock } }
      || request.gates.contains(where: other.request.gates.contains)
  }
}
