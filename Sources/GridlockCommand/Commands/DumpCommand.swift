import Foundation
import Gridlock

/// `gridlock dump PID`.
enum DumpCommand: Command {
  static let name = "dump"
  static let summary = "print what a live process is stuck in, read from outside"
  static let help = """
    usage: gridlock dump PID [--format FORMAT] [-o FILE] [--own-frames] [--signal | --poke]

    Prints findings, threads and locks of a process that uses Gridlock's locks in a recording
    build. The process is neither stopped nor signalled, and may be stopped or stuck itself; but for
    the two options that ask something of Gridlock's own thread there, by SIGUSR1. They are refused
    when the process does not catch the signal.

      --signal      have the process write its own report where its reports go
      --poke        wake all its waiters once to test again whether they can go, and print whether
                    anything moved: if nothing did, no wake-up was lost, and the hang is the
                    program's own
    \(ReportPrinter.help)

    example: gridlock dump $(pgrep my-server)
             gridlock dump $(pgrep my-server) --poke
             gridlock dump $(pgrep my-server) --format html -o report.html

    Exit status: 0 nothing of severity error, 1 an error or a lost wake-up was found, 2 the process
    can't be read, or does not answer.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var process: Int32?
    var asksForSignal = false
    var pokes = false
    var printer = ReportPrinter()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if try printer.take(argument, from: &rest) { continue }
      if argument == "--signal" {
        asksForSignal = true
        continue
      }
      if argument == "--poke" {
        pokes = true
        continue
      }
      guard process == nil, let number = Int32(argument), number > 0 else {
        throw UsageError(description: "'\(argument)' is no process id and no option")
      }
      process = number
    }
    guard let process else { throw UsageError(description: "which process? PID is missing") }
    guard !pokes || !asksForSignal else {
      throw UsageError(description: "--signal and --poke are two things to ask: one at a time")
    }
    let dump = try ProcessDump(process: process)
    if asksForSignal {
      try dump.signal()
      return 0
    }
    if pokes {
      let outcome = try dump.poke()
      Terminal.print(outcome.sentence + "\n")
      return outcome.lost > 0 ? 1 : 0
    }
    return try printer.print(dump.report())
  }
}
