import CGridlock
import Foundation
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockLocks
import GridlockReporting

/// Runs one schedule: real threads, of which one at a time has the turn.
///
/// Whoever has the turn owns everything here. It gives the turn on at each operation; an operation
/// gets its turn only when it can go through, or fail, so that no thread parks in a lock until
/// nothing can go any more.
final class RunScheduler: @unchecked Sendable {
  enum Ending: Sendable {
    case ended
    /// Some parties can't go on, and none can.
    case stuck
    /// More steps than a schedule may have.
    case tooLong
    /// The chosen party could not go at this step.
    case diverged(step: Int)
    /// The party with the turn did not come to its next operation.
    case outside(party: Int)
  }

  let pool: WorkerPool
  let chooser: any ScheduleChooser
  let stepLimit: Int
  /// Whether to keep where each step is in the source, and what its lock was.
  let recordsStacks: Bool
  /// Whether a trap is to tell the schedule.
  private let notesTraps: Bool
  /// Posted when the schedule is over, or a party has come to stay.
  let coordinator = Gate()
  /// Held by who has the turn while it is in here and not in the body: what keeps apart a party
  /// that was stuck outside and whoever judges the run without it.
  private let access = NSLock()
  private var isGivenUp = false
  private(set) var parties: [Party] = []
  private(set) var steps: [ScheduleStep] = []
  var errors: [(party: Int, error: any Error)] = []
  private(set) var facts: [(observation: Observation, locks: [LockState])] = []
  private(set) var ending: Ending?
  private(set) var isDraining = false
  /// Nanoseconds of virtual time since the start.
  private(set) var clock: UInt64 = 0
  private var stepsInRow = 0
  let base = gl_arena_base()
  /// The locks of the steps, as they were at the first.
  var locks = SlotMap<LockID, LockState>()

  /// Steps in a row after which a party lets others go first: it may poll for what they do.
  private static let mostInRow = 100
  private static let factLimit = 1000

  init(
    pool: WorkerPool, chooser: any ScheduleChooser, stepLimit: Int, recordsStacks: Bool = false,
    notesTraps: Bool = false
  ) {
    self.notesTraps = notesTraps
    self.recordsStacks = recordsStacks
    self.pool = pool
    self.chooser = chooser
    self.stepLimit = stepLimit
    steps.reserveCapacity(128)
  }

  // MARK: Parties

  func add(_ name: String) -> Party {
    precondition(
      parties.count < ScheduleText.mostParties, "an explored run has 64 threads at most")
    let party = Party(index: parties.count, name: name, worker: pool.take(), run: self)
    parties.append(party)
    return party
  }

  func launch(_ party: Party, _ body: @escaping @Sendable () throws -> Void) {
    Task(executorPreference: party.worker) { party.live(body) }
  }

  /// Starts the body; called by the coordinator.
  func start(_ body: @escaping @Sendable () throws -> Void) {
    let first = add("body")
    launch(first) {
      defer { first.joinAll() }
      try body()
    }
    steps.append(ScheduleStep(party: 0, act: .begin, lock: .none))
    guard notesTraps else { return first.worker.gate.post() }
    TrapNotice.restart()
    TrapNotice.note(0)
    first.worker.gate.post()
  }

  /// Lets go of the parties, which know the run as it knows them. All have ended.
  func dissolve() { parties = [] }

  // MARK: Turns

  /// Enters the run's state; to be called by a party that has the turn, with `exit` after it.
  ///
  /// Does not return once the run was given up: whoever judges it may read it then, and a thread
  /// that comes back from where it was stuck stays here.
  func enter(_ party: Party) {
    access.lock()
    guard isGivenUp else { return }
    access.unlock()
    while true { party.worker.gate.wait() }
  }

  func exit() { access.unlock() }

  /// Gives the run up, if no step was made since there were so many; called by the coordinator.
  func giveUp(unlessStepsSince count: inout Int) -> Bool {
    access.withLock {
      guard steps.count == count, ending == nil else {
        count = steps.count
        return false
      }
      isGivenUp = true
      return true
    }
  }

  /// Gives the turn on and waits until it comes back. Within `enter` and `exit`, but while waiting.
  func passTurn(from party: Party) {
    let next = next(after: party)
    if next === party { return }
    exit()
    if let next { next.worker.gate.post() } else { coordinator.post() }
    // After the run's end it goes on only to publish what it waits for.
    party.worker.gate.wait()
    enter(party)
  }

  /// The party is over. Exits.
  func leave(_ party: Party) {
    party.phase = .ended
    let worker = party.worker
    let isFree = worker.waiter.pointee.record?.pointee.hold_count ?? 0 == 0
    var next: Party?
    if parties.allSatisfy(\.hasEnded) { ending = .ended } else { next = self.next(after: party) }
    exit()
    if isFree { pool.give(worker) }
    if let next { next.worker.gate.post() } else { coordinator.post() }
  }

  /// Keeps a party where it is for good; its wait is published.
  func stay(_ party: Party) -> Never {
    coordinator.post()
    while true { party.worker.gate.wait() }
  }

  /// Lets every party that is about to wait publish its wait; called by the coordinator of a run
  /// that is stuck.
  func drain() {
    isDraining = true
    for party in parties {
      guard case .attempting(let attempt) = party.phase else { continue }
      note(attempt.lock)
      party.worker.gate.post()
      coordinator.wait()
    }
  }

  /// The party whose turn is next; nil when the run is over.
  private func next(after party: Party) -> Party? {
    guard steps.count < stepLimit else { return end(.tooLong) }
    let enabled = enabledParties
    guard enabled != 0 else { return end(.stuck) }
    var resting: UInt64 = 0
    for party in parties where party.isResting { resting |= 1 << UInt64(party.index) }
    let candidates = enabled & ~resting != 0 ? enabled & ~resting : enabled
    let point = ChoicePoint(
      candidates: candidates, enabled: enabled, current: party.index,
      pending: parties.map(pendingStep), isYield: party.isResting)
    guard let choice = chooser.choose(point), enabled & (1 << UInt64(choice)) != 0 else {
      return end(.diverged(step: steps.count))
    }
    take(point.pending[choice], parties[choice], previous: party)
    return parties[choice]
  }

  private func end(_ ending: Ending) -> Party? {
    self.ending = ending
    return nil
  }

  /// Makes a step the party's.
  private func take(_ step: ScheduleStep, _ party: Party, previous: Party) {
    var step = step
    party.isTimingOut = false
    var isInVain = false
    switch party.phase {
    case .attempting(let attempt) where attempt.mayFail:
      isInVain = !isPossible(attempt, by: party)
      step.failed = isInVain
      if isInVain, attempt.deadline != 0 { timeOut(party, at: attempt.deadline, &step) }
    case .parked(let lock, let forSignal, let wanted, let deadline) where deadline != 0:
      isInVain = !canWake(party, lock, forSignal, wanted)
      if isInVain { timeOut(party, at: deadline, &step) }
    case .attempting(let attempt) where attempt.operation.isRelease:
      step.isOwnRelease = slot(attempt.lock).map { gl_load(&$0.pointee.owner) } == party.id.rawValue
    case .pausing: isInVain = true
    default: break
    }
    stepsInRow = party === previous ? stepsInRow + 1 : 0
    if !isInVain { for other in parties where other !== party { other.isResting = false } }
    party.isResting = isInVain || stepsInRow > Self.mostInRow
    steps.append(step)
    if notesTraps { TrapNotice.note(step.party) }
    note(step.lock)
  }

  private func timeOut(_ party: Party, at deadline: UInt64, _ step: inout ScheduleStep) {
    party.isTimingOut = true
    step.timedOut = true
    let now = gl_now() &+ clock
    if deadline > now { clock += deadline - now }
  }

  func pause(_ party: Party, nanoseconds: UInt64) {
    party.pass(.pausing)
    enter(party)
    clock += nanoseconds
    exit()
  }

  func chooseWaiter(of count: Int, by party: Party) -> Int {
    enter(party)
    defer { exit() }
    guard count > 1, let last = steps.indices.last,
      case .attempt(.signal, value: _) = steps[last].act
    else { return 0 }
    let choice = min(chooser.chooseWaiter(of: count), count - 1)
    steps[last].chosenWaiters.append(choice)
    return choice
  }

  // MARK: Facts

  func collect(_ observation: Observation, locks: [LockState], by party: Party) {
    enter(party)
    defer { exit() }
    switch observation {
    case .foreignRelease, .exclusionLost, .destroyedBusy, .endedHolding, .transition:
      if facts.count < Self.factLimit { facts.append((observation, locks)) }
    default: break
    }
  }

  func endedHolding(_ party: Party) {
    guard let state = Detector.currentState().threads[party.id] else { return }
    let mark = Mark(thread: party.id, time: gl_now())
    collect(.endedHolding(thread: party.id, holds: state.holds, mark: mark), locks: [], by: party)
  }
}
