import Foundation
import Gridlock
import GridlockAnalysis
import GridlockReporting

/// `gridlock analyze RECORDING`.
enum AnalyzeCommand: Command {
  static let name = "analyze"
  static let summary = "print the findings of a recording, and fail on new ones"
  static let help = """
    usage: gridlock analyze RECORDING [--json] [--baseline FILE] [--suppress FILE] [--strict]

    Prints the findings of a recording made with GRIDLOCK_RECORD=path and nothing else, and fails
    when one that is not known is an error.

      --json        one finding a line, as JSON
    \(FindingGate.help)

    In a workflow of GitHub Actions (GITHUB_ACTIONS is true) each is an annotation too.

    A baseline is what GRIDLOCK_AT_EXIT=baseline writes: the id of a finding on each line. Lines of
    the files that can't be understood, and those that matched nothing, are told on standard error.

    example: gridlock analyze run.gridlock --baseline known.txt --strict

    Exit status: 0 nothing new of severity error (--strict: warning), 1 something is, 2 a file
    can't be read, or not in full.

    """

  /// Shows findings in the change that a workflow of GitHub Actions is about.
  private static func annotate(_ findings: [Finding], in report: Report) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["GITHUB_ACTIONS"] == "true" else { return }
    let root = environment["GITHUB_WORKSPACE"] ?? FileManager.default.currentDirectoryPath
    for finding in findings {
      Terminal.print(WorkflowAnnotation(finding, in: report, root: root).text + "\n")
    }
  }

  static func run(_ arguments: [String]) throws -> Int32 {
    var path: String?
    var isJSON = false
    var gate = FindingGate()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if try gate.take(argument, from: &rest) { continue }
      if argument == "--json" {
        isJSON = true
        continue
      }
      guard path == nil, !argument.hasPrefix("-") else {
        throw UsageError(description: "'\(argument)' is no option, or one file too many")
      }
      path = argument
    }
    guard let path else { throw UsageError(description: "which file? RECORDING is missing") }
    let recording = try Recording(path: path, verb: name)
    let report = recording.file.report()
    let findings = gate.new(in: report)
    if isJSON {
      for finding in findings {
        Terminal.print(try FindingJSON(finding, in: report).encoded() + "\n")
      }
    } else {
      let options = TextOptions(
        usesColour: isatty(STDOUT_FILENO) != 0,
        directory: FileManager.default.currentDirectoryPath)
      let text = TextReport(report, options: options)
      for finding in findings { Terminal.print(text.text(of: finding) + "\n") }
      Terminal.print(FindingGate.count(findings) + "\n")
      annotate(findings, in: report)
    }
    for problem in gate.problems { Terminal.error("gridlock analyze: \(problem)\n") }
    for notice in gate.known.notices { Terminal.error("gridlock analyze: \(notice)\n") }
    return recording.status(gate.status(of: findings))
  }
}
