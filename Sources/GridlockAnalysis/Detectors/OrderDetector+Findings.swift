import GridlockEvents

extension OrderDetector {
  /// A ring of instances, unless it was told at least as loudly before.
  mutating func prediction(
    _ tuples: [OrderTuple], separated: (first: OrderTuple, second: OrderTuple)?, wasCut: Bool,
    in state: SystemState
  ) -> Finding? {
    let severity: Finding.Severity = separated == nil ? .warning : .note
    guard isNews(tuples, severity, in: state) else { return nil }
    let told = story(tuples, in: state)
    var participants = participants(tuples) { hold, wanted in hold.lock == wanted }
    var reasons = ["Nothing hung in this run.", told]
    var certainty = Finding.Certainty.probable

    if let separated {
      certainty = .possible
      let (witness, reason) = separation(separated.first, separated.second, in: state)
      if let witness { participants.append(witness) }
      reasons.append(reason)
    }
    let handedOver = tuples.flatMap(\.request.held).first {
      state.locks[$0.lock]?.isHandedOver == true || state.locks[$0.lock]?.isHandOffDeclared == true
    }
    if let handedOver {
      certainty = .possible
      reasons.append(
        "\(Wording.lock(handedOver.lock, in: state)) is also released by threads that do not hold"
          + " it, so one of them might break the ring.")
    }
    if tuples.contains(where: namesValue) {
      certainty = .possible
      reasons.append("A lock of the ring is taken at a value, which may keep the threads apart.")
    }
    if wasCut { reasons.append("The search was cut short; there may be more rings.") }
    return Finding(
      kind: .order, occurrence: .predicted, certainty: certainty, severity: severity,
      participants: participants, reasons: reasons)
  }

  /// A ring of classes whose instances never met.
  mutating func classPrediction(_ tuples: [OrderTuple], in state: SystemState) -> Finding? {
    guard isNews(tuples, .note, in: state) else { return nil }
    let participants = participants(tuples) { hold, wanted in
      LockClass(hold.lock, in: state) == LockClass(wanted, in: state)
    }
    return Finding(
      kind: .order, occurrence: .predicted, certainty: .possible, severity: .note,
      participants: participants,
      reasons: [
        "Nothing hung in this run.",
        "Locks of these kinds were taken in opposite orders, but never the same ones.",
        "With the same locks on all sides: " + story(tuples, in: state),
      ])
  }

  /// Two locks of one class, one inside the other.
  func nesting(of hold: Hold, around tuple: OrderTuple, in state: SystemState) -> Finding {
    Finding(
      kind: .order, occurrence: .predicted, certainty: .possible, severity: .note,
      participants: [
        Finding.Participant(
          role: .holds, operation: hold.operation, lock: hold.lock, mark: hold.mark),
        waiter(tuple),
      ],
      reasons: [
        "Nothing hung in this run.",
        "Two locks of one kind were nested: two threads that pick the same two in opposite orders"
          + " would wait for each other for ever.",
      ])
  }

  private mutating func isNews(
    _ tuples: [OrderTuple], _ severity: Finding.Severity, in state: SystemState
  ) -> Bool {
    let links = Set(
      tuples.map {
        Link(lock: LockClass($0.request.lock, in: state), place: Place($0.request.mark))
      })
    if let told = reported[links], told >= severity { return false }
    reported[links] = severity
    return true
  }

  /// For each thread what it holds of the ring, and what it asks for.
  private func participants(
    _ tuples: [OrderTuple], matching: (Hold, LockID) -> Bool
  ) -> [Finding.Participant] {
    var participants: [Finding.Participant] = []
    for (index, tuple) in tuples.enumerated() {
      let previous = tuples[(index + tuples.count - 1) % tuples.count]
      if let hold = tuple.request.held.last(where: { matching($0, previous.request.lock) }) {
        participants.append(
          Finding.Participant(
            role: .holds, operation: hold.operation, lock: hold.lock, mark: hold.mark))
      }
      participants.append(waiter(tuple))
    }
    return participants
  }

  private func waiter(_ tuple: OrderTuple) -> Finding.Participant {
    Finding.Participant(
      role: .waits, operation: tuple.request.operation, lock: tuple.request.lock,
      value: tuple.request.wanted, mark: tuple.request.mark)
  }

  private func namesValue(_ tuple: OrderTuple) -> Bool {
    tuple.request.operation.namesValue || tuple.request.held.contains { $0.operation.namesValue }
  }

  /// The schedule that would hang, in a sentence.
  private func story(_ tuples: [OrderTuple], in state: SystemState) -> String {
    let told = tuples.prefix(4)
    var steps = told.map { tuple in
      let held = tuple.request.held.map { Wording.lock($0.lock, in: state) }
      return "\(Wording.thread(tuple.thread, in: state)) takes \(held.joined(separator: ", "))"
    }
    var requests = told.map { tuple in
      let lock = Wording.lock(tuple.request.lock, in: state)
      return "\(Wording.thread(tuple.thread, in: state)) asks for \(lock)"
    }
    if tuples.count > told.count {
      steps.append("\(tuples.count - told.count) more take theirs")
      requests.append("the others for the next one's")
    }
    return "It would if \(steps.joined(separator: "; "));"
      + " and only then \(requests.joined(separator: "; "))."
  }

  /// What keeps two requests apart: the join, or else the start.
  private func separation(
    _ first: OrderTuple, _ second: OrderTuple, in state: SystemState
  ) -> (Finding.Participant?, String) {
    let name = Wording.thread(first.thread, in: state)
    let start = clocks.starts[second.thread]
    if let mark = clocks.joins[first.thread], start?.thread != first.thread {
      let joiner = Wording.thread(mark.thread, in: state)
      return (
        Finding.Participant(role: .witness, operation: .join, lock: nil, mark: mark),
        "The join of \(name) by \(joiner) separates the two orders; it is all that does."
      )
    }
    let later = Wording.thread(second.thread, in: state)
    if let mark = start {
      return (
        Finding.Participant(role: .witness, operation: .spawn, lock: nil, mark: mark),
        "\(later) was started after \(name) had done its part, which is all that separates the two"
          + " orders."
      )
    }
    return (nil, "Starts and joins of threads keep \(name) before \(later).")
  }
}
