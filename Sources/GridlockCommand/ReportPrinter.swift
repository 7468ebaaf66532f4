import Foundation
import GridlockAnalysis
import GridlockReporting

/// Prints a report as the options say, and answers the exit status.
struct ReportPrinter {
  /// The options it takes, for a help text.
  static let help = """
      --format F    text (the default), json, html, sarif, dot or perfetto
      --json        short for --format json
      -o FILE       write to a file that only you can read, instead of to standard output; never
                    through a symbolic link
      --own-frames  show Gridlock's own frames in the stacks too
    """

  private var format = ReportFormat.text
  private var file: String?
  private var showsOwnFrames = false

  init() {}

  /// Takes an option and what belongs to it; false when it is none of the printer's.
  mutating func take(_ argument: String, from rest: inout ArraySlice<String>) throws -> Bool {
    switch argument {
    case "--json": format = .json
    case "--own-frames": showsOwnFrames = true
    case "--format":
      guard let name = rest.popFirst(), let named = ReportFormat(rawValue: name) else {
        throw UsageError(description: "--format takes one of \(ReportFormat.names)")
      }
      format = named
    case "-o", "--output":
      guard let path = rest.popFirst(), !path.isEmpty else {
        throw UsageError(description: "\(argument) takes a file")
      }
      file = path
    default: return false
    }
    return true
  }

  func print(_ report: Report) throws -> Int32 {
    let text = TextOptions(
      usesColour: file == nil && isatty(STDOUT_FILENO) != 0,
      directory: FileManager.default.currentDirectoryPath, showsOwnFrames: showsOwnFrames)
    var output = ""
    try format.render(report, options: ReportFormat.Options(text: text, sources: .onDisk)) {
      output += $0
    }
    if let file {
      try OutputFile(path: file).write(Array(output.utf8))
    } else {
      Terminal.print(output)
    }
    return report.findings.contains { $0.severity == .error } ? 1 : 0
  }
}
