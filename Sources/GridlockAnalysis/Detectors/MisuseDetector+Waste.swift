import GridlockEvents

extension MisuseDetector {
  mutating func herd(
    _ lock: LockID, woken: Int, able: Int, _ mark: Mark, in state: SystemState
  ) -> [Finding] {
    let idle = woken - able
    guard idle >= limits.herdWakeUps, idle >= limits.herdRatio * able else { return [] }
    let finding = Finding(
      kind: .herd, certainty: .certain, severity: .note,
      participants: [
        Finding.Participant(role: .caused, operation: .unlock, lock: lock, mark: mark)
      ],
      reasons: [
        "Of \(woken) wake-ups that broadcasts on \(Wording.lock(lock, in: state)) would have made,"
          + " \(idle) could not have gone."
      ])
    // One for the lock, wherever the releases are.
    return tell(finding, about: lock, at: Mark(thread: .none), in: state)
  }

  mutating func redundantSet(
    _ lock: LockID, _ value: Int, _ mark: Mark, in state: SystemState
  ) -> [Finding] {
    let name = Wording.lock(lock, in: state)
    let finding = Finding(
      kind: .redundantSet, certainty: .certain, severity: .note,
      participants: [
        Finding.Participant(
          role: .caused, operation: .unlockWith, lock: lock, value: value, mark: mark)
      ],
      reasons: [
        "\(name) had the value \(Wording.value(value, of: lock, in: state)) already, and nobody"
          + " waited who could go for it."
      ])
    return tell(finding, about: lock, at: mark, in: state)
  }

  mutating func polling(
    _ lock: LockID, _ operation: Operation, _ count: Int, _ mark: Mark, in state: SystemState
  ) -> [Finding] {
    guard count >= limits.polls else { return [] }
    let thread = Wording.thread(mark.thread, in: state)
    let finding = Finding(
      kind: .polling, certainty: .certain, severity: .note,
      participants: [
        Finding.Participant(role: .caused, operation: operation, lock: lock, mark: mark)
      ],
      reasons: [
        "\(thread) tried or read \(Wording.lock(lock, in: state)) \(count) times in a row without"
          + " taking it; waiting for the value costs nothing."
      ])
    // One for the place, and for the thread: a loop may pass many places.
    let byThread = tell(finding, about: lock, at: Mark(thread: mark.thread), in: state)
    let byPlace = tell(finding, about: lock, at: mark, in: state)
    return byThread.isEmpty ? [] : byPlace
  }

  mutating func staleRead(_ set: Observation.StaleSet, in state: SystemState) -> [Finding] {
    let thread = Wording.thread(set.mark.thread, in: state)
    let seen = Wording.value(set.seen, of: set.lock, in: state)
    let found = Wording.value(set.found, of: set.lock, in: state)
    let finding = Finding(
      kind: .staleRead, certainty: .possible, severity: .note,
      participants: [
        Finding.Participant(
          role: .witness, operation: .read, lock: set.lock, value: set.seen, mark: set.read),
        Finding.Participant(
          role: .caused, operation: .unlockWith, lock: set.lock, value: set.value, mark: set.mark),
      ],
      reasons: [
        "\(thread) read \(seen) from \(Wording.lock(set.lock, in: state)) without the lock; it was"
          + " \(found) when \(thread) then set a value."
      ])
    return tell(finding, about: set.lock, at: set.mark, in: state)
  }

  mutating func starvation(
    _ wait: Wait, _ count: Int, _ duration: UInt64, valueForm: Bool, in state: SystemState
  ) -> [Finding] {
    guard let lock = wait.lock else { return [] }
    let thread = Wording.thread(wait.mark.thread, in: state)
    let name = Wording.lock(lock, in: state)
    let reason: String
    if valueForm {
      guard count >= limits.releasesWithout else { return [] }
      reason = "\(thread) waits for a value of \(name) that \(count) releases did not have."
    } else {
      guard count >= limits.passedOver, duration >= limits.passedOverTime else { return [] }
      reason =
        "\(thread) could have gone \(count) times on \(name) and threads that came later went."
    }
    let finding = Finding(
      kind: .starvation, certainty: .certain, severity: valueForm ? .note : .warning,
      participants: [waiter(wait)], reasons: [reason])
    return tell(finding, about: lock, at: wait.mark, in: state)
  }
}
