import GridlockEvents

extension MisuseDetector {
  /// A wait for a value or a signal with locks held.
  mutating func waitHolding(
    _ request: Observation.Nested, in state: SystemState
  ) -> [Finding] {
    let isWait = request.operation == .wait || request.operation == .waitUntil
    guard isWait || request.operation == .lockWhen || request.operation == .lockWhenBefore else {
      return []
    }
    let awaited = Awaited(
      lock: LockClass(request.lock, in: state), value: isWait ? nil : request.wanted)
    var findings: [Finding] = []
    for hold in request.held {
      let wait = HoldingWait(hold: hold, request: request)
      if request.mayBlock { remember(wait, for: awaited) }
      let need = needs[awaited]?.first { meets($0, wait, in: state) }
      if request.mayBlock, let need {
        findings += tell(warning(wait, need, in: state), about: wait, in: state)
      } else {
        findings += tell(note(wait, in: state), about: wait, in: state)
      }
    }
    return findings
  }

  /// A value set, or a signal sent, with the help of other locks.
  mutating func waitHolding(_ set: Observation.ValueSet, in state: SystemState) -> [Finding] {
    let awaited = Awaited(lock: LockClass(set.lock, in: state), value: set.value)
    var findings: [Finding] = []
    for hold in set.needed {
      let need = Need(hold: hold, set: set.mark)
      remember(need, for: awaited)
      for wait in holdingWaits[awaited] ?? [] where meets(need, wait, in: state) {
        findings += tell(warning(wait, need, in: state), about: wait, in: state)
      }
    }
    return findings
  }

  private mutating func remember(_ wait: HoldingWait, for awaited: Awaited) {
    let known = holdingWaits[awaited] ?? []
    let isKnown = known.contains {
      $0.hold.lock == wait.hold.lock && $0.request.mark.thread == wait.request.mark.thread
    }
    if isKnown { return }
    holdingWaits[awaited] = known.suffix(Self.handful - 1) + [wait]
  }

  private mutating func remember(_ need: Need, for awaited: Awaited) {
    let known = needs[awaited] ?? []
    let isKnown = known.contains {
      $0.hold.lock == need.hold.lock && $0.set.thread == need.set.thread
    }
    if isKnown { return }
    needs[awaited] = known.suffix(Self.handful - 1) + [need]
  }

  /// Whether the setter, another thread, needs the lock that the waiter keeps.
  private func meets(_ need: Need, _ wait: HoldingWait, in state: SystemState) -> Bool {
    need.set.thread != wait.request.mark.thread && need.hold.lock == wait.hold.lock
  }

  private mutating func tell(
    _ finding: Finding, about wait: HoldingWait, in state: SystemState
  ) -> [Finding] {
    tell(
      finding, about: wait.request.lock, and: wait.hold.lock, at: wait.request.mark, in: state)
  }

  private func participants(_ wait: HoldingWait) -> [Finding.Participant] {
    [
      Finding.Participant(
        role: .waits, operation: wait.request.operation, lock: wait.request.lock,
        value: wait.request.wanted, mark: wait.request.mark),
      holder(wait.hold),
    ]
  }

  private func note(_ wait: HoldingWait, in state: SystemState) -> Finding {
    let waiter = Wording.thread(wait.request.mark.thread, in: state)
    let held = Wording.lock(wait.hold.lock, in: state)
    let lock = Wording.lock(wait.request.lock, in: state)
    return Finding(
      kind: .waitHolding, certainty: .possible, severity: .note, participants: participants(wait),
      reasons: [
        "\(waiter) waits on \(lock) with \(held) held: whoever is to end the wait must do without"
          + " \(held)."
      ])
  }

  private func warning(_ wait: HoldingWait, _ need: Need, in state: SystemState) -> Finding {
    let waiter = Wording.thread(wait.request.mark.thread, in: state)
    let setter = Wording.thread(need.set.thread, in: state)
    let held = Wording.lock(wait.hold.lock, in: state)
    let lock = Wording.lock(wait.request.lock, in: state)
    let isSignal = wait.request.wanted == nil
    let act = isSignal ? "signalled \(lock)" : "set the value waited for on \(lock)"
    return Finding(
      kind: .waitHolding, occurrence: .predicted, certainty: .possible, severity: .warning,
      participants: participants(wait) + [
        Finding.Participant(
          role: .couldHelp, operation: isSignal ? .signal : .unlockWith, lock: wait.request.lock,
          value: wait.request.wanted, mark: need.set),
        Finding.Participant(
          role: .witness, operation: need.hold.operation, lock: need.hold.lock,
          mark: need.hold.mark),
      ],
      reasons: [
        "Nothing hung when this was seen.",
        "It would if \(waiter) took \(held) first and then waited on \(lock): \(setter), which"
          + " \(act), needed \(held) to do so.",
      ])
  }

  /// A wait on a monitor entered after a signal that woke nobody and that the waiter can't have
  /// taken into account: it came while the waiter held the monitor, or the waiter never held it.
  mutating func lostWakeUp(_ wait: Wait, gaveUp: Hold?, in state: SystemState) -> [Finding] {
    guard case .signal(let lock) = wait.target, let signal = idleSignals[lock],
      signal.thread != wait.mark.thread
    else { return [] }
    if let gaveUp, signal.time < gaveUp.mark.time || signal.time == 0 { return [] }
    let name = Wording.lock(lock, in: state)
    let finding = Finding(
      kind: .lostWakeup, certainty: .possible, severity: .note,
      participants: [
        Finding.Participant(role: .caused, operation: .signal, lock: lock, mark: signal),
        waiter(wait),
      ],
      reasons: [
        "A signal of \(name) by \(Wording.thread(signal.thread, in: state)) woke nobody, and came"
          + " between \(Wording.thread(wait.mark.thread, in: state))'s look at its condition and"
          + " its wait."
      ])
    return tell(finding, about: lock, at: wait.mark, in: state)
  }
}
