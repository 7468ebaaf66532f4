import CGridlock
import Foundation
import Gridlock
package import GridlockAnalysis
import GridlockEvents
import GridlockLocks
package import GridlockScenarios

/// Plays a scenario on real threads and real locks, and tells what the live detectors found.
///
/// Threads that hang are left where they are: play in a process that ends afterwards.
package struct ScenarioPlayer {
  /// What a run came to.
  package struct Outcome: Sendable {
    package enum End: String, Sendable {
      /// All bodies ended.
      case ended
      /// Some can't.
      case hung
      /// Time ran out first.
      case unknown
    }

    package var end: End
    package var findings: [Finding]
    /// The state at the end, for rendering.
    package var state: SystemState
    /// Whether all steps to force went as foreseen.
    package var wasForced: Bool
  }

  package let scenario: Scenario

  package init(_ scenario: Scenario) { self.scenario = scenario }

  /// Whether the player can play it: no tasks, blocks or queues.
  package var isPlayable: Bool {
    scenario.hasThreadsOnly && !scenario.needsMoreThanNotation
  }

  /// Plays once. Call once in a process.
  ///
  /// - Parameter seconds: When to give up, beside the scenario's own times.
  package func play(seconds: Double = 2.5) -> Outcome {
    // A search long enough for any scenario a person writes, short enough for bounded play.
    let options = Explorer.Options(mostStates: 3_000_000, timeLimit: .milliseconds(1200))
    let steps = scenario.stepsToForce(options: options)
    let limit = Date(timeIntervalSinceNow: scenario.ownSeconds + seconds)
    Detector.configureForPlaying()
    let stage = Stage(scenario)
    let starting = scenario.selfStartingThreads
    for body in starting { stage.start(body, by: nil) }
    Detector.declareClosedWorld()
    var wasForced = steps != nil
    for step in steps ?? [] {
      var waking: Int?
      if case .woke(let body) = step.outcome { waking = body }
      let moved = stage.conductor.move(
        step.operation.body, waking: waking, timesOut: step.outcome == .failed,
        seconds: max(0.2, limit.timeIntervalSinceNow))
      if !moved {
        wasForced = false
        break
      }
    }
    stage.conductor.setFree()
    let end = waitForEnd(stage, until: limit)
    let (findings, state) = Detector.settle()
    return Outcome(end: end, findings: findings, state: state, wasForced: wasForced)
  }

  /// Waits until all bodies have ended, or nothing can move any more.
  private func waitForEnd(_ stage: Stage, until limit: Date) -> Outcome.End {
    var last: [ThreadID: Wait]?
    while true {
      let unfinished = stage.conductor.unfinishedThreads
      if unfinished.isEmpty {
        for body in scenario.bodies.indices { stage.waitForThreadEnd(stage.thread(of: body)) }
        return .ended
      }
      guard Date() < limit else { return .unknown }
      var state = Detector.currentState()
      state.isClosedWorld = true
      let waits = Dictionary(
        uniqueKeysWithValues: unfinished.compactMap { thread in
          state.threads[thread]?.wait.map { (thread, $0) }
        })
      if waits.count == unfinished.count, waits.values.allSatisfy({ $0.deadline == nil }),
        Reduction(of: state, helpers: .everyone).runnable.isDisjoint(with: unfinished)
      {
        if waits == last { return .hung }
        last = waits
      } else {
        last = nil
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }
}
