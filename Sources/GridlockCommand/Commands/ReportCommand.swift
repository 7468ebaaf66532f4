import Gridlock

/// `gridlock report RECORDING`.
enum ReportCommand: Command {
  static let name = "report"
  static let summary = "explain what a recorded process did and was stuck in"
  static let help = """
    usage: gridlock report RECORDING [--json] [--own-frames]

    Reads a recording made with GRIDLOCK_RECORD=path, replays it through the detectors and prints
    findings, threads and locks. Works after the process was killed, and on another machine; where
    the program's binary is not at hand, frames are module and offset.

      --json        the same as JSON
      --own-frames  show Gridlock's own frames in the stacks too

    example: GRIDLOCK_RECORD=/tmp/run.gridlock ./server; gridlock report /tmp/run.gridlock

    Exit status: 0 nothing of severity error, 1 an error was found, 2 the file can't be read.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var path: String?
    var options = Set<String>()
    for argument in arguments {
      switch argument {
      case "--json", "--own-frames": options.insert(argument)
      default:
        guard path == nil, !argument.hasPrefix("-") else {
          throw UsageError(description: "'\(argument)' is no option, or one file too many")
        }
        path = argument
      }
    }
    guard let path else { throw UsageError(description: "which file? RECORDING is missing") }
    return try ReportPrinter(options).print(RecordingFile(path: path).report())
  }
}
