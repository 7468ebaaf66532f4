import CGridlock
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockLocks

/// One thread of a run, from its start to its end; steers the worker that stands behind it.
final class Party: SteeredRun, SteeredThread, @unchecked Sendable {
  /// Where it is; written by its own thread while it has the turn.
  enum Phase {
    case starting
    case running
    case attempting(Attempt)
    /// In line for a signal, or, where an outsider got in between, for a lock.
    case parked(lock: LockID, forSignal: Bool, wanted: Int?, deadline: UInt64)
    case joining(Party)
    /// The body's end: it waits for all others.
    case joiningAll
    case spawning
    case pausing
    case ended
  }

  let index: Int
  let name: String
  let worker: Worker
  let run: RunScheduler
  var phase = Phase.starting
  /// Where what it is about to do is in the source, where that is kept.
  private(set) var stack = StackID.none
  /// Lets others go first: it yielded, or tried in vain.
  var isResting = false
  /// Whether a limit passes in the step it was given.
  var isTimingOut = false

  init(index: Int, name: String, worker: Worker, run: RunScheduler) {
    self.index = index
    self.name = name
    self.worker = worker
    self.run = run
  }

  var id: ThreadID { worker.id }
  var hasEnded: Bool { if case .ended = phase { true } else { false } }

  /// The party whose thread calls.
  static var current: Party? { gl_self_recorded().steeredRun as? Party }

  // MARK: On its own thread

  /// Runs the body once the first turn comes.
  func live(_ body: () throws -> Void) {
    worker.rename(name)
    let record = worker.waiter!
    record.pointee.controller = Unmanaged.passUnretained(self).toOpaque()
    worker.gate.wait()
    run.enter(self)
    phase = .running
    run.exit()
    var failure: (any Error)?
    do { try body() } catch { failure = error }
    record.pointee.controller = nil
    if record.pointee.record?.pointee.hold_count ?? 0 > 0 { run.endedHolding(self) }
    run.enter(self)
    if let failure { run.errors.append((index, failure)) }
    run.leave(self)
  }

  /// Waits for a turn to do what it is about to.
  func pass(_ phase: Phase) {
    run.enter(self)
    defer { run.exit() }
    self.phase = phase
    if run.recordsStacks { stack = StackID(rawValue: gl_stack_capture(worker.waiter)) }
    run.passTurn(from: self)
    self.phase = .running
  }

  func joinAll() {
    run.enter(self)
    defer { run.exit() }
    // Of no place in the source.
    stack = .none
    phase = .joiningAll
    run.passTurn(from: self)
    phase = .running
  }

  // MARK: SteeredRun

  func willAttempt(_ thread: Waiter, _ attempt: Attempt) { pass(.attempting(attempt)) }

  func park(_ thread: Waiter, _ operation: Operation, lock: LockID, deadline: UInt64) -> Bool {
    if isTimingOut {
      isTimingOut = false
      return false
    }
    let record = thread.pointee.record
    let wanted = record.flatMap {
      $0.pointee.wait_names_value != 0 ? Int($0.pointee.wait_wanted) : nil
    }
    pass(
      .parked(
        lock: lock, forSignal: record?.pointee.wait_kind == UInt8(GL_WAIT_SIGNAL), wanted: wanted,
        deadline: deadline))
    defer { isTimingOut = false }
    return !isTimingOut
  }

  func choose(among waiters: [ThreadID], lock: LockID, by thread: Waiter) -> Int {
    run.chooseWaiter(of: waiters.count, by: self)
  }

  func didChange(lock: LockID) {}

  func startThread(
    named name: String, _ body: @escaping @Sendable () throws -> Void
  ) -> any SteeredThread {
    pass(.spawning)
    run.enter(self)
    let child = run.add(name)
    run.exit()
    ThreadEvents.spawned(by: worker.waiter, child.id)
    run.launch(child, body)
    return child
  }

  func willBlock() {
    if run.isDraining { run.stay(self) }
  }

  func collect(_ observation: Observation, locks: [LockState]) {
    run.collect(observation, locks: locks, by: self)
  }

  // MARK: SteeredThread

  func join() {
    guard let other = Party.current, other.run === run else {
      preconditionFailure("a thread of an explored run is joined by the run's own threads only")
    }
    ThreadEvents.joining(by: other.worker.waiter, id)
    other.pass(.joining(self))
    ThreadEvents.joined(by: other.worker.waiter, id)
  }
}
