import Foundation
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockPlaying
import GridlockScenarios

/// `gridlock predict RECORDING`.
enum PredictCommand: Command {
  static let name = "predict"
  static let summary = "say which hangs did not happen in a recorded run, but could"
  static let help = """
    usage: gridlock predict RECORDING [--json] [-o DIR]

    Takes what the threads of a recording did as a program, explores its schedules, and prints those
    that hang: each with its steps, with what was taken for granted, and as a scenario. A run of more
    than 400 operations is looked at in stretches, the latest 16.

      --json  one prediction a line, as JSON
      -o DIR  also write each prediction's scenario into this folder, for gridlock check and play

    example: GRIDLOCK_RECORD=run.gridlock ./app && gridlock predict run.gridlock

    Exit status: 0 nothing is predicted, 1 something is, 2 the file can't be read, or
    not in full.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var path: String?
    var isJSON = false
    var folder: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "-o":
        guard let next = rest.popFirst() else {
          throw UsageError(description: "-o needs a folder")
        }
        folder = next
      default:
        guard path == nil, !argument.hasPrefix("-") else {
          throw UsageError(description: "'\(argument)' is no option, or one file too many")
        }
        path = argument
      }
    }
    guard let path else { throw UsageError(description: "which file? RECORDING is missing") }
    let opened = try Recording(path: path, verb: name)
    let recording = opened.file
    let recorded = recording.run
    var run = RecordedRun(
      events: recorded.events, locks: recorded.state.locks, threads: recorded.state.threads,
      lostEvents: recorded.lost)
    // A lock that has ended left its name behind only in where it was made.
    let made = recorded.events.filter { $0.kind == .created }
    let origins = recording.places(of: Set(made.map(\.stack)))
    for event in made { run.places[event.lock] = origins[event.stack] }
    let isTerminal = isatty(STDERR_FILENO) != 0
    let outcome = Predictor().predict(run) { number, count in
      if isTerminal, count > 1 { Terminal.error("\rgridlock predict: \(number) of \(count)") }
    }
    if isTerminal, outcome.stretches > 1 { Terminal.error("\n") }
    let stacks = Set(outcome.predictions.flatMap { $0.steps.map(\.stack) })
    let text = PredictionText(run: run, places: recording.places(of: stacks))
    for (number, prediction) in outcome.predictions.enumerated() {
      Terminal.print(isJSON ? try text.json(prediction) + "\n" : text.text(prediction) + "\n")
      if let folder {
        let file = folder + "/prediction-\(number + 1).scenario"
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        try prediction.scenario.description.write(
          toFile: file, atomically: true, encoding: .utf8)
      }
    }
    if !isJSON { Terminal.print(summary(outcome)) }
    return opened.status(outcome.predictions.isEmpty ? 0 : 1)
  }

  private static func summary(_ outcome: Predictor.Outcome) -> String {
    let count = outcome.predictions.count
    var text =
      count == 0
      ? "nothing is predicted" : "\(count) \(count == 1 ? "hang is" : "hangs are") predicted"
    if outcome.unsettled > 0 {
      text +=
        "; \(outcome.unsettled) of \(outcome.stretches) stretches were too large to explore in full"
    }
    if outcome.unknowable > 0 {
      text +=
        "; of \(outcome.unknowable) of \(outcome.stretches) stretches nothing can be foreseen: "
      text += "one thread only, or values that the run does not explain"
    }
    return text + "\n"
  }
}
