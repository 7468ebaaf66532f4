internal import Foundation
public import GridlockPlaying
internal import Synchronization
public import Testing

/// Runs a body under many schedules, and fails with the first that goes wrong.
///
/// The body runs from its start for each schedule, on real threads of which one goes at a time.
/// Each operation on a Gridlock lock, condition or semaphore, each start and join of a thread
/// (``/GridlockPlaying/ExploredRun/thread(_:_:)``, or `thread(named:)` in the code under test), and
/// ``/GridlockPlaying/ExploredRun/yield()`` is a point where another thread may go on. Limits pass without taking
/// real time, and do not pass, in turn.
///
/// What fails a schedule: threads that can't go on, a finding of severity error, an error thrown by
/// the body or a thread, an expectation that does not hold, and a schedule that does not end in
/// 10,000 steps. The failure holds the shortest schedule found, in one line that replays it, with
/// its steps, the stacks, and a scenario.
///
/// `GRIDLOCK_SCHEDULE` set to what a failure printed replays that schedule, in the exploration at
/// that place only.
///
/// - Note: Blocks the calling thread. Bodies must make their locks anew and depend on nothing that
///   changes from run to run; threads started otherwise, tasks and dispatch queues are not steered.
/// - Parameters:
///   - strategy: Which schedules to try.
///   - location: Where the exploration is in the source.
///   - body: Called once for each schedule, on a thread of its own.
/// - Throws: ``/GridlockPlaying/ExplorationFailure`` for a schedule that failed; `DeadlockFailure` in a build that
///   records nothing.
public func explore(
  _ strategy: ExplorationStrategy = .mixed(),
  sourceLocation location: SourceLocation =
    #_sourceLocation,
  _ body: @escaping @Sendable (ExploredRun) throws -> Void
) throws {
  let site = "\(location.fileID):\(location.line)"
  let strategy = ScheduleVariable.strategy(at: site) ?? strategy
  let options = RunExplorer.Options(strategy: strategy, site: site) { run in
    IssueCatcher.issues(of: run)
  }
  let outcome = try RunExplorer(options, body: body).explore()
  guard let failure = outcome.failure else { return }
  Attachment.record(failure.description, named: "schedule.txt", sourceLocation: location)
  if let scenario = failure.scenario {
    Attachment.record(scenario, named: "schedule.scenario", sourceLocation: location)
  }
  throw failure
}
