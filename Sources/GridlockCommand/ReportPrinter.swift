import Foundation
import GridlockAnalysis
import GridlockReporting

/// Prints a report as the options say, and answers the exit status.
struct ReportPrinter {
  let options: Set<String>

  init(_ options: Set<String>) { self.options = options }

  func print(_ report: Report) throws -> Int32 {
    if options.contains("--json") {
      Terminal.print(try ReportJSON(report).encoded() + "\n")
    } else {
      let text = TextOptions(
        usesColour: isatty(STDOUT_FILENO) != 0,
        directory: FileManager.default.currentDirectoryPath,
        showsOwnFrames: options.contains("--own-frames"))
      Terminal.print(TextReport(report, options: text).text + "\n")
    }
    return report.findings.contains { $0.severity == .error } ? 1 : 0
  }
}
