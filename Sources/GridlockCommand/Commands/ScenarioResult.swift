import Foundation

/// What is said of one scenario file, by `check` and by `play`.
struct ScenarioResult: Codable, Sendable {
  /// One finding, as far as a scenario speaks of it.
  struct Found: Codable, Sendable {
    var kind: String
    var also: [String]
    var occurrence: String
    var certainty: String
    var severity: String
    var operations: [String]
    var locks: [String]
    var headline: String
  }

  var file: String
  /// `check`: never, some, all or unknown. `play`: ended, hung or unknown.
  var hang: String
  var states: Int?
  /// The steps of a shortest schedule that hangs, as an `order:` line has them.
  var witness: String?
  /// Whether the file's own lines hold; nil when it has none, or could not be judged.
  var ok: Bool?
  var findings: [Found] = []
  /// Why it was not judged, or could not be read.
  var note: String?
  /// The exit status this file asks for.
  var status: Int32 = 0

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  var text: String {
    let verdict = ok.map { $0 ? "ok" : "NOT AS EXPECTED" } ?? (status == 2 ? "error" : "-")
    var text = "\(file): hang: \(hang)"
    if let states { text += ", \(states) states" }
    text += ": \(verdict)\n"
    if let witness, !witness.isEmpty { text += "  order: \(witness)\n" }
    for finding in findings {
      text += "  \(finding.headline)"
      if !finding.operations.isEmpty { text += "  @ \(finding.operations.joined(separator: " "))" }
      if !finding.also.isEmpty { text += "  (also \(finding.also.joined(separator: ", ")))" }
      text += "\n"
    }
    if let note { text += "  \(note)\n" }
    return text
  }
}
