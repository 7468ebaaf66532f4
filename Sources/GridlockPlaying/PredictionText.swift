import Foundation
import GridlockAnalysis
package import GridlockEvents
import GridlockReporting
package import GridlockScenarios

/// Predictions in the words of the run.
package struct PredictionText {
  private let run: RecordedRun
  private let places: [StackID: String]
  private let lockNames: [LockID: String]

  package init(run: RecordedRun, places: [StackID: String]) {
    self.run = run
    self.places = places
    lockNames = run.lockNames
  }

  package func text(_ prediction: Prediction) -> String {
    let report = Report(state: prediction.state, findings: [prediction.finding])
    var lines = [
      Headline(prediction.finding, in: report).text,
      "Nothing hung in this run. This schedule would:",
    ]
    for (index, step) in prediction.steps.enumerated() {
      let number = String(index + 1)
      let pad = String(repeating: " ", count: max(4 - number.count, 0))
      lines.append("\(pad)\(number)  \(text(step))")
    }
    lines.append("Taken for granted:")
    lines += prediction.assumptions.map { "  - " + $0.text }
    lines += [
      "As a scenario, for gridlock check and gridlock play:", prediction.scenario.description,
    ]
    return lines.joined(separator: "\n")
  }

  package func json(_ prediction: Prediction) throws -> String {
    let report = Report(state: prediction.state, findings: [prediction.finding])
    let line = PredictionLine(
      kind: prediction.finding.kind.rawValue,
      certainty: prediction.finding.certainty.rawValue,
      severity: prediction.finding.severity.rawValue,
      headline: Headline(prediction.finding, in: report).text,
      schedule: prediction.steps.map(text),
      assumptions: prediction.assumptions.map(\.rawValue),
      scenario: prediction.scenario.description)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(line), as: UTF8.self)
  }

  private func text(_ step: Prediction.Step) -> String {
    var text = name(step.thread) + " "
    switch step.operation {
    case .spawn: text += "starts \(name(step.other))"
    case .join: text += "joins \(name(step.other))"
    default: text += "\(step.operation.call(step.value)) on \(name(step.lock))"
    }
    if let place = places[step.stack] { text += "  (\(place))" }
    return text + (step.isBlocked ? "  <-- and waits for ever" : "")
  }

  private func name(_ thread: ThreadID) -> String {
    let name = run.threads[thread]?.name ?? ""
    return name.isEmpty ? "thread \(thread.index)" : Escape.quoted(name)
  }

  private func name(_ lock: LockID) -> String {
    Escape.quoted(lockNames[lock] ?? "")
  }
}

/// One prediction as a line of JSON.
private struct PredictionLine: Encodable {
  var kind: String
  var certainty: String
  var severity: String
  var headline: String
  var schedule: [String]
  var assumptions: [String]
  var scenario: String
}
