import Foundation
import GridlockPlaying
import GridlockScenarios

/// Plays one file in this process and prints its result as one line of JSON.
enum PlayChild {
  static func run(file: String) -> Never {
    let result = play(file)
    Terminal.print(result.json + "\n")
    // Threads that hang are ended with the process.
    _exit(result.status)
  }

  private static func play(_ file: String) -> ScenarioResult {
    let scenario: Scenario
    switch ScenarioResult.read(file) {
    case .success(let parsed): scenario = parsed
    case .failure(let error): return .unreadable(file, error)
    }
    let player = ScenarioPlayer(scenario)
    guard player.isPlayable else {
      return ScenarioResult(
        file: file, hang: "unknown",
        note: "not yet: tasks, dispatch blocks and queues are not played; skipped")
    }
    let outcome = player.play()
    var result = ScenarioResult(file: file, hang: outcome.end.rawValue)
    result.findings = ScenarioResult.found(
      outcome.findings, in: scenario, state: outcome.state)
    let verdict = ScenarioVerdict(
      scenario, exploration: nil, found: outcome.findings.map { ScenarioVerdict.Found($0) })
    let hangHolds =
      switch (scenario.hang, outcome.end) {
      case (.never, .hung), (.all, .ended): false
      default: true
      }
    if scenario.expectation != nil || scenario.hang != nil {
      result.ok = verdict.expectation != .fails && hangHolds
    }
    if !outcome.wasForced { result.note = "the order could not be forced" }
    if outcome.end == .unknown {
      result.note = "did not end in its time"
      if scenario.hang == .never { result.ok = false }
    }
    result.status = result.ok == false ? 1 : 0
    return result
  }
}
