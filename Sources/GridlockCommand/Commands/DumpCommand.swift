import Foundation
import Gridlock

/// `gridlock dump PID`.
enum DumpCommand: Command {
  static let name = "dump"
  static let summary = "print what a live process is stuck in, read from outside"
  static let help = """
    usage: gridlock dump PID [--json] [--signal] [--own-frames]

    Prints findings, threads and locks of a process that uses Gridlock's locks in a recording
    build. The process is neither stopped nor signalled, and may be stopped or stuck itself.

      --json        the same as JSON
      --signal      have the process write its own report where its reports go, by SIGUSR1 to
                    Gridlock's own thread; refused when the process does not catch the signal
      --own-frames  show Gridlock's own frames in the stacks too

    example: gridlock dump $(pgrep my-server)

    Exit status: 0 nothing of severity error, 1 an error was found, 2 the process can't be read.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var process: Int32?
    var options = Set<String>()
    for argument in arguments {
      switch argument {
      case "--json", "--signal", "--own-frames": options.insert(argument)
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
    return try ReportPrinter(options).print(dump.report())
  }
}
