import CGridlock
import Gridlock
package import GridlockAnalysis
import GridlockScenarios

/// Runs a body under many schedules until one fails.
package struct RunExplorer {
  package struct Options {
    package var strategy: ExplorationStrategy
    /// Steps after which a schedule counts as one that does not end.
    package var stepLimit = 10_000
    /// Seconds after which a thread that does not come to its next operation is given up.
    package var patience: Double = 10
    /// The least severity of a finding that fails, beside threads that are stuck.
    package var severity = Finding.Severity.error
    /// Where the exploration is in the source; tells its schedules from others'.
    package var site: String
    /// Runs one schedule, and tells what failed in it that was not thrown.
    package var watchFailures: (() -> Void) -> [String]

    package init(
      strategy: ExplorationStrategy, site: String,
      watchFailures: @escaping (() -> Void) -> [String] = {
        $0()
        return []
      }
    ) {
      self.strategy = strategy
      self.site = site
      self.watchFailures = watchFailures
    }
  }

  private let options: Options
  private let runner: RunRunner

  package init(
    _ options: Options, body: @escaping @Sendable (ExploredRun) throws -> Void
  ) {
    self.options = options
    runner = RunRunner(options: options, body: body)
  }

  /// Explores; blocks the calling thread until a schedule failed or all were tried.
  ///
  /// - Throws: ``DeadlockFailure`` where nothing is recorded, ``ScheduleProblem`` where the text of
  ///   a schedule is none.
  package func explore() throws -> ExplorationOutcome {
    guard Detector.isRecording else { throw DeadlockFailure.silent }
    var outcome = ExplorationOutcome()
    let chooser = try makeChooser()
    // The workers, which this thread starts, stay with it.
    gl_processor_stay()
    defer { gl_processor_leave() }
    runner.notesTraps = TrapNotice.begin(site: options.site)
    defer { if runner.notesTraps { TrapNotice.end() } }
    while outcome.schedules < options.strategy.schedules {
      guard chooser.begin() else {
        outcome.isComplete = true
        break
      }
      let result = runner.run(chooser, recordsStacks: options.strategy.isReplay)
      chooser.end(result.steps, pending: result.pending)
      outcome.schedules += 1
      guard let failed = result.failure == nil ? foreseen(from: result) : result else { continue }
      outcome.failure = explain(failed, tried: outcome.schedules)
      break
    }
    return outcome
  }

  private func makeChooser() throws -> any ScheduleChooser {
    switch options.strategy.form {
    case .random(let seed), .predicted(let seed): return RandomChooser(seed: seed)
    case .priorities(let depth, let seed): return PriorityChooser(depth: depth, seed: seed)
    case .mixed(let seed):
      return MixedChooser([
        RandomChooser(seed: seed), PriorityChooser(depth: 2, seed: seed &+ 1),
        RandomChooser(seed: seed &+ 2), PriorityChooser(depth: 3, seed: seed &+ 3),
      ])
    case .exhaustive(let preemptions): return BacktrackingChooser(preemptions: preemptions)
    case .replay(let text):
      guard let schedule = ScheduleText(text) else { throw ScheduleProblem(text: text) }
      return ReplayChooser(schedule)
    }
  }

  /// The failure that a schedule that passed foretells, if the body fails so.
  private func foreseen(from result: RunResult) -> RunResult? {
    guard case .predicted = options.strategy.form,
      let (schedule, _) = TraceProgram(result)?.shortestHang()
    else { return nil }
    let confirmed = runner.run(ReplayChooser(schedule, isLenient: true))
    return confirmed.failure == nil ? nil : confirmed
  }

  /// Shortens a schedule that failed and tells its story from a run that was watched.
  private func explain(_ result: RunResult, tried: Int) -> ExplorationFailure {
    let original = ScheduleText(result.steps)
    let kind = result.failure!.kind
    let program = result.failure == .stuck ? TraceProgram(result) : nil
    var scenario = program?.scenario
    if options.strategy.isReplay { return failure(result, scenario, tried: tried) }
    if case .outside = result.failure { return failure(result, nil, tried: tried) }
    if result.failure == .stuck, let (shorter, found) = program?.shortestHang(),
      shorter.choices.count <= original.choices.count
    {
      let again = runner.run(ReplayChooser(shorter), recordsStacks: true)
      if again.failure?.kind == kind {
        scenario = found
        return failure(again, scenario, tried: tried)
      }
    } else if result.abandoned == 0 {
      let shorter = ScheduleShortener(runner: runner, kind: kind).shorten(original)
      let again = runner.run(ReplayChooser(shorter, isLenient: true), recordsStacks: true)
      if again.failure?.kind == kind { return failure(again, nil, tried: tried) }
    }
    let again = runner.run(ReplayChooser(original), recordsStacks: true)
    if again.failure?.kind == kind { return failure(again, scenario, tried: tried) }
    return failure(
      result, scenario, tried: tried,
      note: "The same schedule ended differently when it was run again"
        + (again.failure.flatMap(Self.divergence) ?? "")
        + ": the body does not depend on its locks alone. Time, random numbers, threads that are "
        + "not the run's, and state kept from one schedule to the next do that.")
  }

  private static func divergence(_ failure: RunResult.Failure) -> String? {
    guard case .diverged(let step) = failure else { return nil }
    return ", from step \(step + 1) on"
  }

  private func failure(
    _ result: RunResult, _ scenario: GridlockScenarios.Scenario?, tried: Int, note: String? = nil
  ) -> ExplorationFailure {
    let story = RunStory(
      result: result, site: options.site, tried: tried, abandoned: runner.abandoned,
      scenario: scenario, note: note)
    return ExplorationFailure(
      reason: story.reason, findings: result.findings, schedule: story.schedule,
      schedulesTried: tried, scenario: scenario?.description, abandonedThreads: runner.abandoned,
      description: story.text)
  }
}
