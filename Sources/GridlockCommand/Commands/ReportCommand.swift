import Gridlock

/// `gridlock report RECORDING`.
enum ReportCommand: Command {
  static let name = "report"
  static let summary = "explain what a recorded process did and was stuck in"
  static let help = """
    usage: gridlock report RECORDING [--format FORMAT] [-o FILE] [--own-frames]

    Reads a recording made with GRIDLOCK_RECORD=path, replays it through the detectors and prints
    findings, threads and locks. Works after the process was killed, and on another machine; where
    the program's binary is not at hand, frames are module and offset.

    \(ReportPrinter.help)

    example: GRIDLOCK_RECORD=/tmp/run.gridlock ./server; gridlock report /tmp/run.gridlock
             gridlock report /tmp/run.gridlock --format html -o report.html

    Exit status: 0 nothing of severity error, 1 an error was found, 2 the file can't be read, or
    not in full.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var path: String?
    var printer = ReportPrinter()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if try printer.take(argument, from: &rest) { continue }
      guard path == nil, !argument.hasPrefix("-") else {
        throw UsageError(description: "'\(argument)' is no option, or one file too many")
      }
      path = argument
    }
    guard let path else { throw UsageError(description: "which file? RECORDING is missing") }
    let recording = try Recording(path: path, verb: name)
    return recording.status(try printer.print(recording.file.report()))
  }
}
