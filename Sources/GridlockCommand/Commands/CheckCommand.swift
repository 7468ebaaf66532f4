import Foundation
import GridlockAnalysis
import GridlockPlaying
import GridlockScenarios

/// `gridlock check FILE...`.
enum CheckCommand: Command {
  static let name = "check"
  static let summary = "explore every schedule of scenarios: can they hang?"
  static let help = """
    usage: gridlock check FILE... [--json] [--states N] [--seconds N] [--megabytes N]

    Explores every schedule of each scenario and prints whether none, some or all hang, a shortest
    schedule that does, and what the detectors find in it.

      --json         one JSON object a line
      --states N     give up after so many states (default 50000000)
      --seconds N    give up after so many seconds a file (default 60)
      --megabytes N  give up at so much memory (default 2048)

    A bound that is reached gives the verdict "unknown", never a guess.

    example: gridlock check crosswise.scenario

    Exit status: 0 when every file's hang: and expect: hold, 1 when one does not, 2 when one can't
    be read.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let options = try ScenarioArguments(
      arguments, valued: ["--states", "--seconds", "--megabytes"])
    try options.requireFiles()
    let bounds = Explorer.Options(
      mostStates: try options.number("--states", default: 50_000_000, in: 1...4_000_000_000),
      mostBytes: try options.number("--megabytes", default: 2048, in: 1...1_000_000) << 20,
      timeLimit: .seconds(try options.number("--seconds", default: 60, in: 1...1_000_000)))
    var worst: Int32 = 0
    for file in options.files {
      let result = check(file, bounds)
      Terminal.print(options.isJSON ? result.json + "\n" : result.text)
      worst = max(worst, result.status)
    }
    return worst
  }

  private static func check(_ file: String, _ bounds: Explorer.Options) -> ScenarioResult {
    let scenario: Scenario
    switch ScenarioResult.read(file) {
    case .success(let parsed): scenario = parsed
    case .failure(let error): return .unreadable(file, error)
    }
    guard !scenario.needsMoreThanNotation else {
      return ScenarioResult(
        file: file, hang: "unknown", note: "needs more than the notation says; not judged")
    }
    let exploration = Explorer(scenario, options: bounds).explore()
    let run = scenario.witnessEvents(after: exploration)
    var analyzer = Analyzer()
    for lock in run.locks { analyzer.declare(lock) }
    for thread in run.threads { analyzer.declare(thread) }
    // Tasks and blocks that have not started could still do anything.
    analyzer.declareClosedWorld(scenario.hasThreadsOnly)
    for event in run.events { analyzer.apply(event) }
    let findings = analyzer.findings()
    let verdict = ScenarioVerdict(
      scenario, exploration: exploration, found: findings.map { ScenarioVerdict.Found($0) })
    var result = ScenarioResult(file: file, hang: exploration.verdict.rawValue)
    result.states = exploration.states
    result.witness = exploration.witness.map { scenario.orderText($0.order) }
    result.findings = ScenarioResult.found(findings, in: scenario, state: analyzer.state)
    var notes: [String] = []
    if exploration.repeatsWereCut {
      notes.append("repeats of more than 10 turns were cut to 3: the verdict is about these")
    }
    if let bound = exploration.bound, exploration.verdict == .unknown {
      notes.append("gave up at the bound on \(bound.rawValue)")
    }
    if verdict.hang == .fails { notes.append("the file says hang: \(scenario.hang!.rawValue)") }
    let isJudged = scenario.hasThreadsOnly && !scenario.expectsTime
    if verdict.expectation == .fails {
      notes.append(
        isJudged
          ? "the file's expect: does not hold"
          : "the file's expect: is not judged: it is about tasks, queues or time")
    }
    result.note = notes.isEmpty ? nil : notes.joined(separator: "; ")
    if scenario.hang != nil || scenario.expectation != nil {
      result.ok = verdict.hang != .fails && (verdict.expectation != .fails || !isJudged)
      if scenario.hang != nil, exploration.verdict == .unknown { result.ok = nil }
    }
    result.status = result.ok == false || (scenario.hang != nil && result.ok == nil) ? 1 : 0
    return result
  }
}
