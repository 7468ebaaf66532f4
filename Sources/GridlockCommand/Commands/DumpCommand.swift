import Foundation
import Gridlock

/// `gridlock dump PID`.
enum DumpCommand: Command {
  static let name = "dump"
  static let summary = "print what a live process is stuck in, read from outside"
  static let help = """
    usage: gridlock dump PID [--format FORMAT] [-o FILE] [--signal] [--own-frames]

    Prints findings, threads and locks of a process that uses Gridlock's locks in a recording
    build. The process is neither stopped nor signalled, and may be stopped or stuck itself.

      --signal      have the process write its own report where its reports go, by SIGUSR1 to
                    Gridlock's own thread; refused when the process does not catch the signal
    \(ReportPrinter.help)

    example: gridlock dump $(pgrep my-server)
             gridlock dump $(pgrep my-server) --format html -o report.html

    Exit status: 0 nothing of severity error, 1 an error was found, 2 the process can't be read.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var process: Int32?
    var asksForSignal = false
    var printer = ReportPrinter()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if try printer.take(argument, from: &rest) { continue }
      if argument == "--signal" {
        asksForSignal = true
        continue
      }
      guard process == nil, let number = Int32(argument), number > 0 else {
        throw UsageError(description: "'\(argument)' is no process id and no option")
      }
      process = number
    }
    guard let process else { throw UsageError(description: "which process? PID is missing") }
    let dump = try ProcessDump(process: process)
    if asksForSignal {
      try dump.signal()
      return 0
    }
    return try printer.print(dump.report())
  }
}
