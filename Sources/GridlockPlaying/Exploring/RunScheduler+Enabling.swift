import CGridlock
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockLocks

/// Which parties can go, and what they are about to do.
extension RunScheduler {
  var enabledParties: UInt64 {
    var mask: UInt64 = 0
    for party in parties where canGo(party) { mask |= 1 << UInt64(party.index) }
    return mask
  }

  private func canGo(_ party: Party) -> Bool {
    switch party.phase {
    case .starting, .pausing, .spawning: true
    case .attempting(let attempt): attempt.mayFail || isPossible(attempt, by: party)
    case .parked(let lock, let forSignal, let wanted, let deadline):
      deadline != 0 || canWake(party, lock, forSignal, wanted)
    case .joining(let other): other.hasEnded
    case .joiningAll: parties.allSatisfy { $0 === party || $0.hasEnded }
    case .running, .ended: false
    }
  }

  func isPossible(_ attempt: Attempt, by party: Party) -> Bool {
    switch attempt.need {
    case .nothing: true
    case .lock: isAvailable(attempt.lock, wanted: attempt.value, by: party)
    case .count: slot(attempt.lock).map { gl_load_value(&$0.pointee.value) > 0 } ?? true
    }
  }

  func canWake(
    _ party: Party, _ lock: LockID, _ forSignal: Bool, _ wanted: Int?
  ) -> Bool {
    forSignal
      ? gl_load32(&party.worker.waiter.pointee.park) != UInt32(GL_PARKED)
      : isAvailable(lock, wanted: wanted, by: party)
  }

  private func isAvailable(_ lock: LockID, wanted: Int?, by party: Party) -> Bool {
    guard let slot = slot(lock) else { return true }
    guard gl_load(&slot.pointee.owner) == 0 else { return false }
    return wanted.map { gl_load_value(&slot.pointee.value) == Int64($0) } ?? true
  }

  func note(_ lock: LockID) {
    guard lock != .none, locks[lock] == nil else { return }
    guard !recordsStacks, let slot = slot(lock) else {
      locks[lock] = Detector.currentState(of: lock)
      return
    }
    locks[lock] = LockState(
      id: lock, kind: LockKind(rawValue: slot.pointee.kind) ?? .condition,
      initialValue: Int(slot.pointee.initial))
  }

  func slot(_ lock: LockID) -> UnsafeMutablePointer<gl_slot>? {
    guard let base, lock != .none else { return nil }
    let slot = gl_arena_slot(base, lock.index)
    return gl_load(&slot.pointee.id) == lock.rawValue ? slot : nil
  }

  /// What a party is about to do.
  func pendingStep(_ party: Party) -> ScheduleStep {
    let act: ScheduleStep.Act
    var lock = LockID.none
    switch party.phase {
    case .starting, .running, .ended: act = .begin
    case .attempting(let attempt):
      act = .attempt(attempt.operation, value: attempt.value)
      lock = attempt.lock
    case .parked(let parkedLock, _, _, _):
      act = .wake
      lock = parkedLock
    case .joining(let other): act = .join(other.index)
    case .joiningAll: act = .join(-1)
    case .spawning: act = .start(parties.count)
    case .pausing: act = .pause
    }
    return ScheduleStep(party: party.index, act: act, lock: lock, stack: party.stack)
  }
}
