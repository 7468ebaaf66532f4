import Foundation
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockLocks

/// Runs a body under one schedule after another, and judges each.
final class RunRunner {
  typealias Body = @Sendable (ExploredRun) throws -> Void

  let body: Body
  let options: RunExplorer.Options
  private let pool = WorkerPool()
  private(set) var abandoned = 0
  /// Whether a trap is to tell the schedule.
  var notesTraps = false
  /// Foreign releases that were looked at and are no failure, by where they were made.
  private var harmless: Set<StackID> = []

  init(options: RunExplorer.Options, body: @escaping Body) {
    self.options = options
    self.body = body
  }

  deinit { pool.end() }

  /// Runs the body once.
  func run(_ chooser: any ScheduleChooser, recordsStacks: Bool = false) -> RunResult {
    let run = RunScheduler(
      pool: pool, chooser: chooser, stepLimit: options.stepLimit, recordsStacks: recordsStacks,
      notesTraps: notesTraps)
    let handle = ExploredRun(run)
    let body = body
    var ending: RunScheduler.Ending?
    let told = options.watchFailures {
      run.start { try body(handle) }
      ending = self.waitForEnd(run)
    }
    var result = RunResult(
      steps: run.steps,
      pending: run.parties.filter { !$0.hasEnded }.map(run.pendingStep),
      names: run.parties.map(\.name))
    judge(run, ending ?? .ended, told, &result)
    result.locks = run.locks
    abandoned += result.abandoned
    if result.abandoned == 0 { run.dissolve() }
    return result
  }

  private func waitForEnd(_ run: RunScheduler) -> RunScheduler.Ending {
    var steps = 0
    while !run.coordinator.wait(seconds: options.patience) {
      if run.giveUp(unlessStepsSince: &steps) {
        return .outside(party: run.steps.last?.party ?? 0)
      }
    }
    return run.ending ?? .ended
  }

  private func judge(
    _ run: RunScheduler, _ ending: RunScheduler.Ending, _ told: [String], _ result: inout RunResult
  ) {
    let unfinished = run.parties.filter { !$0.hasEnded }
    result.abandoned = unfinished.count
    switch ending {
    case .ended: break
    case .stuck:
      run.drain()
      result.state = state(of: run)
      result.findings = StuckDetector.findings(in: result.state)
      result.failure = .stuck
      return
    case .tooLong: result.failure = .tooLong
    case .diverged(let step): result.failure = .diverged(step: step)
    case .outside(let party):
      let worker = run.parties[party].worker
      result.failure = .outside(
        "\"\(run.parties[party].name)\" (" + KernelState.text(of: worker.systemID) + ")")
    }
    if let (party, error) = run.errors.first {
      result.failure = .error("\"\(run.parties[party].name)\" threw \(error)")
    } else if let first = told.first {
      result.failure = .error(first)
    } else if result.failure == nil {
      judgeFacts(of: run, &result)
    }
  }

  private func judgeFacts(of run: RunScheduler, _ result: inout RunResult) {
    for (observation, locks) in run.facts {
      var origin = StackID.none
      if case .foreignRelease(let release) = observation { origin = release.mark.stack }
      if origin != .none, harmless.contains(origin) { continue }
      var state = state(of: run)
      for lock in locks where state.locks[lock.id] == nil { state.locks[lock.id] = lock }
      var misuse = MisuseDetector()
      let found = misuse.observe(observation, in: state).filter {
        $0.severity >= options.severity && $0.certainty >= .probable
      }
      if found.isEmpty {
        if origin != .none { harmless.insert(origin) }
        continue
      }
      result.findings += found
      result.state = state
      result.failure = .finding
    }
  }

  private func state(of run: RunScheduler) -> SystemState {
    let ended = run.parties.filter(\.hasEnded)
    // What a worker does now is not what an ended party of this run did.
    let living = Set(run.parties.filter { !$0.hasEnded }.map(\.id))
    var state = Detector.state(
      of: Set(run.parties.map(\.id)), ended: Set(ended.map(\.id)).subtracting(living))
    // Locks of schedules before may still be there, held by who is stuck in them.
    for (id, _) in state.locks where run.locks[id] == nil { state.locks[id] = nil }
    for party in run.parties {
      guard case .joiningAll = party.phase,
        let other = run.parties.first(where: { $0 !== party && !$0.hasEnded })
      else { continue }
      state.threads[party.id]?.wait = Wait(
        target: .end(of: other.id), operation: .join,
        mark: Mark(thread: party.id, time: state.time))
    }
    return state
  }
}
