import Foundation
import Gridlock
import GridlockAnalysis
import GridlockReporting

/// `gridlock diff A B`.
enum DiffCommand: Command {
  static let name = "diff"
  static let summary = "compare two recordings: findings gone and new"
  static let help = """
    usage: gridlock diff A B [--json] [--baseline FILE] [--suppress FILE] [--strict]

    Compares the findings of two recordings by their ids, which stay the same across runs and edits
    elsewhere in a file. Prints those of A that B has no more (-) and those that B has anew (+).

      --json        one finding a line, as JSON: {"change":"gone"|"new","finding":{...}}
    \(FindingGate.help)

    example: gridlock diff before.gridlock after.gridlock

    Exit status: 0 nothing new of severity error (--strict: warning), 1 something is, 2 a file
    can't be read, or not in full.

    """

  private struct Change: Encodable {
    var change: String
    var finding: FindingJSON
  }

  /// The findings of one recording, each id once.
  private struct Side {
    let recording: Recording
    let report: Report
    let findings: [(id: String, finding: Finding)]
    let ids: Set<String>

    init(_ path: String, _ gate: inout FindingGate) throws {
      recording = try Recording(path: path, verb: DiffCommand.name)
      report = recording.file.report()
      var ids: Set<String> = []
      var findings: [(id: String, finding: Finding)] = []
      for finding in gate.new(in: report) {
        let id = finding.fingerprint(in: report)
        if ids.insert(id).inserted { findings.append((id, finding)) }
      }
      self.findings = findings
      self.ids = ids
    }

    func missing(from other: Side) -> [(id: String, finding: Finding)] {
      findings.filter { !other.ids.contains($0.id) }
    }
  }

  static func run(_ arguments: [String]) throws -> Int32 {
    var paths: [String] = []
    var isJSON = false
    var gate = FindingGate()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if try gate.take(argument, from: &rest) { continue }
      if argument == "--json" {
        isJSON = true
        continue
      }
      guard paths.count < 2, !argument.hasPrefix("-") else {
        throw UsageError(description: "'\(argument)' is no option, or one file too many")
      }
      paths.append(argument)
    }
    guard paths.count == 2 else {
      throw UsageError(description: "which files? A and B, two recordings, are to be named")
    }
    let before = try Side(paths[0], &gate)
    let after = try Side(paths[1], &gate)
    let gone = before.missing(from: after)
    let new = after.missing(from: before)
    for entry in gone { try tell(entry, in: before, isNew: false, isJSON) }
    for entry in new { try tell(entry, in: after, isNew: true, isJSON) }
    if !isJSON {
      let both = after.findings.count - new.count
      Terminal.print("\(gone.count) gone, \(new.count) new, \(both) in both\n")
    }
    for problem in gate.problems { Terminal.error("gridlock diff: \(problem)\n") }
    return before.recording.status(after.recording.status(gate.status(of: new.map(\.finding))))
  }

  private static func tell(
    _ entry: (id: String, finding: Finding), in side: Side, isNew: Bool, _ isJSON: Bool
  ) throws {
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let change = Change(
        change: isNew ? "new" : "gone", finding: FindingJSON(entry.finding, in: side.report))
      Terminal.print(String(decoding: try encoder.encode(change), as: UTF8.self) + "\n")
      return
    }
    let headline = Headline(entry.finding, in: side.report)
    Terminal.print(
      "\(isNew ? "+" : "-") \(entry.id)  \(headline.severity.rawValue): \(headline.title): "
        + "\(headline.sentence)\n")
  }
}
