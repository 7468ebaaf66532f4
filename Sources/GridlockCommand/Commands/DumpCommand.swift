import Foundation
import Gridlock
import GridlockAnalysis
import GridlockReporting

/// `gridlock dump PID`.
enum DumpCommand: Command {
  static let name = "dump"
  static let summary = "print what a live process is stuck in, read from outside"
  static let help = """
    usage: gridlock dump PID [--format FORMAT] [-o FILE] [--signal] [--own-frames]

    Prints findings, threads and locks of a process that uses Gridlock's locks in a recording
    build. The process is neither stopped nor signalled, and may be stopped or stuck itself.

      --format F    text (the default), json, html, sarif, dot or perfetto
      --json        short for --format json
      -o FILE       write to a file that only you can read, instead of to standard output; never
                    through a symbolic link
      --signal      have the process write its own report where its reports go, by SIGUSR1 to
                    Gridlock's own thread; refused when the process does not catch the signal
      --own-frames  show Gridlock's own frames in the stacks too

    example: gridlock dump $(pgrep my-server)
             gridlock dump $(pgrep my-server) --format html -o report.html

    Exit status: 0 nothing of severity error, 1 an error was found, 2 the process can't be read.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var process: Int32?
    var options = Set<String>()
    var format = ReportFormat.text
    var file: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": format = .json
      case "--signal", "--own-frames": options.insert(argument)
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
      default:
        guard process == nil, let number = Int32(argument), number > 0 else {
          throw UsageError(description: "'\(argument)' is no process id and no option")
        }
        process = number
      }
    }
    guard let process else { throw UsageError(description: "which process? PID is missing") }
    let dump = try ProcessDump(process: process)
    if options.contains("--signal") {
      try dump.signal()
      return 0
    }
    let report = dump.report()
    let text = TextOptions(
      usesColour: file == nil && isatty(STDOUT_FILENO) != 0,
      directory: FileManager.default.currentDirectoryPath,
      showsOwnFrames: options.contains("--own-frames"))
    var output = ""
    try format.render(report, options: ReportFormat.Options(text: text, sources: .onDisk)) {
      output += $0
    }
    if let file {
      try OutputFile.write(output, to: file)
    } else {
      Terminal.print(output)
    }
    return report.findings.contains { $0.severity == .error } ? 1 : 0
  }
}
