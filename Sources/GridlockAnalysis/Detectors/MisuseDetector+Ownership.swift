import GridlockEvents

extension MisuseDetector {
  mutating func nonOwner(
    _ release: Observation.ForeignRelease, in state: SystemState
  ) -> [Finding] {
    let name = Wording.lock(release.lock, in: state)
    let releaser = Wording.thread(release.mark.thread, in: state)
    let isWait = release.operation == .wait || release.operation == .waitUntil
    var severity = Finding.Severity.warning
    var reasons: [String] = []
    if isWait {
      reasons.append("\(releaser) waited on \(name) without holding it.")
    } else if let owner = release.owner {
      let holder = Wording.thread(owner.mark.thread, in: state)
      reasons.append("\(releaser) released \(name) while \(holder) held it.")
      if state.locks[release.lock]?.isHandOffDeclared == true {
        severity = .note
        reasons.append("Handing this lock over was declared.")
      }
    } else {
      reasons.append("\(releaser) released \(name) while nobody held it.")
      if release.operation == .unlockWith && release.failedTry == nil && release.takenBy == nil {
        severity = .note
        reasons.append("Setting a value on a free lock is the usual way to start a chain.")
      }
    }
    var participants = [
      Finding.Participant(
        role: .caused, operation: release.operation, lock: release.lock,
        value: release.operation == .unlockWith ? release.after : nil, mark: release.mark)
    ]
    if let owner = release.owner { participants.append(holder(owner)) }
    if let failed = release.failedTry {
      participants.append(
        Finding.Participant(role: .witness, operation: .tryLock, lock: release.lock, mark: failed))
      reasons.append("An attempt of \(releaser) to take it had failed before.")
    }
    if let taken = release.takenBy {
      participants.append(
        Finding.Participant(role: .witness, operation: .unlock, lock: release.lock, mark: taken))
      let other = Wording.thread(taken.thread, in: state)
      reasons.append("\(other) had released it in its place.")
    }
    if release.someoneWaits { reasons.append("Other threads were waiting for it.") }
    let finding = Finding(
      kind: .nonOwner, certainty: certainty(in: state), severity: severity,
      participants: participants, reasons: reasons)
    return tell(finding, about: release.lock, at: release.mark, in: state)
  }

  mutating func exclusionLost(
    _ loss: Observation.ExclusionLoss, in state: SystemState
  ) -> [Finding] {
    let name = Wording.lock(loss.lock, in: state)
    let first = Wording.thread(loss.first.mark.thread, in: state)
    let present = Wording.thread(loss.present.mark.thread, in: state)
    let releaser = Wording.thread(loss.release.thread, in: state)
    let finding = Finding(
      kind: .exclusionLost, certainty: certainty(in: state), severity: .error,
      participants: [
        Finding.Participant(
          role: .caused, operation: .unlock, lock: loss.lock, mark: loss.release),
        Finding.Participant(
          role: .witness, operation: loss.first.operation, lock: loss.lock, mark: loss.first.mark),
        holder(loss.present),
        Finding.Participant(
          role: .caused, operation: loss.operation, lock: loss.lock, mark: loss.act),
      ],
      reasons: [
        "\(first) went on as if it held \(name), which \(releaser) had released and \(present)"
          + " had taken: both were inside at once."
      ])
    return tell(finding, about: loss.lock, at: loss.act, in: state)
  }

  mutating func exitHolding(
    _ thread: ThreadID, _ holds: [Hold], _ mark: Mark, in state: SystemState
  ) -> [Finding] {
    guard state.threads[thread]?.isObserver != true, let first = holds.first else { return [] }
    let names = holds.map { Wording.lock($0.lock, in: state) }.joined(separator: ", ")
    var reasons = ["\(Wording.thread(thread, in: state)) ended and left \(names) held."]
    var certainty = certainty(in: state)
    var severity = Finding.Severity.error
    let areHandedOver = holds.allSatisfy {
      state.locks[$0.lock]?.isHandedOver == true || state.locks[$0.lock]?.isHandOffDeclared == true
    }
    if areHandedOver {
      certainty = .possible
      severity = .warning
      reasons.append("Other threads release such locks, so that may be on purpose.")
    }
    var participants = holds.map(holder)
    participants.append(
      Finding.Participant(role: .caused, operation: .exit, lock: nil, mark: mark))
    let finding = Finding(
      kind: .exitHolding, certainty: certainty, severity: severity, participants: participants,
      reasons: reasons)
    return tell(finding, about: first.lock, at: first.mark, in: state)
  }

  mutating func destroyedBusy(
    _ lock: LockID, _ owner: Hold?, _ waits: [Wait], _ mark: Mark, in state: SystemState
  ) -> [Finding] {
    let name = Wording.lock(lock, in: state)
    var reasons: [String] = []
    var participants = [
      Finding.Participant(role: .caused, operation: .destroy, lock: lock, mark: mark)
    ]
    if let owner {
      participants.append(holder(owner))
      let holder = Wording.thread(owner.mark.thread, in: state)
      reasons.append("\(name) went away while \(holder) held it.")
    }
    for wait in waits {
      participants.append(waiter(wait))
      let waiting = Wording.thread(wait.mark.thread, in: state)
      reasons.append("\(name) went away while \(waiting) waited for it.")
    }
    let finding = Finding(
      kind: .destroyedBusy, certainty: certainty(in: state), severity: .error,
      participants: participants, reasons: reasons)
    return tell(finding, about: lock, at: owner?.mark ?? mark, in: state)
  }

  func holder(_ hold: Hold) -> Finding.Participant {
    Finding.Participant(role: .holds, operation: hold.operation, lock: hold.lock, mark: hold.mark)
  }

  func waiter(_ wait: Wait) -> Finding.Participant {
    Finding.Participant(
      role: .waits, operation: wait.operation, lock: wait.lock, value: wait.wanted, mark: wait.mark)
  }
}
