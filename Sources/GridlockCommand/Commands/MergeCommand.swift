import Foundation
import Gridlock
import GridlockAnalysis
import GridlockReporting

/// `gridlock merge PATH...`.
enum MergeCommand: Command {
  static let name = "merge"
  static let summary = "sum up recordings of many processes or machines"
  static let help = """
    usage: gridlock merge RECORDING|FOLDER... [--json | --lines] [--long MS] [--by-folder] [-o FILE]

    Reads recordings one after the other, those in folders too, and tells each different finding
    once: how often, in how many recordings, on which machines, since when. Ten thousand recordings
    need the memory of one. What can't be read is told on standard error and left out.

      --json       one finding a line, as JSON
      --lines      for a log engine: a line of JSON for each recording, each finding in it, and each
                   lock that was waited for, as they are read
      --long MS    how long a wait lasts that --lines counts as long, in milliseconds (default 10)
      --by-folder  call a machine as the folder its recordings lie in, and not by the name noted
      -o FILE      write to a file that only you can read, instead of to standard output; never
                   through a symbolic link

    example: gridlock merge recordings/
             gridlock merge recordings/ --lines -o events.jsonl

    Exit status: 0 nothing of severity error, 1 an error was found, 2 something can't be read, or
    not in full.

    """

  private struct Options {
    var paths: [String] = []
    var isJSON = false
    var isLines = false
    var isByFolder = false
    var long: UInt64 = 10_000_000
    var file: String?
  }

  static func run(_ arguments: [String]) throws -> Int32 {
    let options = try parse(arguments)
    let paths = RecordingPaths(options.paths).paths
    guard !paths.isEmpty else { throw UsageError(description: "there is no recording in there") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let isTerminal = isatty(STDERR_FILENO) != 0
    let output = try options.file.map(OutputFile.init)
    func print(_ text: String) throws {
      if let output { try output.write(Array(text.utf8)) } else { Terminal.print(text) }
    }
    var summary = MergeSummary()
    var symbols = SymbolCache()
    for (number, path) in paths.enumerated() {
      if isTerminal { Terminal.error("\rgridlock merge: \(number + 1) of \(paths.count)") }
      do {
        let recording = try Recording(path: path, verb: name)
        if !recording.isWhole { summary.noteDamage() }
        let report = recording.file.report(symbols: &symbols)
        let host = host(of: recording.file, path, options)
        if options.isLines {
          let waits = recording.file.waits(longerThan: options.long)
          for line in MergeLine.all(of: report, waits: waits, host: host, path: path) {
            try print(String(decoding: encoder.encode(line), as: UTF8.self) + "\n")
          }
        }
        summary.add(
          report.findings.map { FindingJSON($0, in: report) }, host: host,
          date: report.process.date(of: report.state.time)?.formatted(.iso8601), path: path)
      } catch let problem as RecordingFile.Unreadable {
        summary.noteDamage()
        Terminal.error("gridlock merge: \(problem)\n")
      }
    }
    if isTerminal { Terminal.error("\n") }
    if options.isJSON {
      for finding in summary.sorted {
        try print(String(decoding: encoder.encode(finding), as: UTF8.self) + "\n")
      }
    } else if !options.isLines {
      try print(summary.text)
    }
    return summary.damaged > 0 ? 2 : summary.hasErrors ? 1 : 0
  }

  private static func host(
    of file: RecordingFile, _ path: String, _ options: Options
  ) -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().lastPathComponent
    return options.isByFolder || file.host.isEmpty ? folder : file.host
  }

  private static func parse(_ arguments: [String]) throws -> Options {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": options.isJSON = true
      case "--lines": options.isLines = true
      case "--by-folder": options.isByFolder = true
      case "--long":
        guard let milliseconds = rest.popFirst().flatMap(Double.init), milliseconds >= 0,
          milliseconds <= 86_400_000
        else { throw UsageError(description: "--long takes milliseconds, up to a day") }
        options.long = UInt64(milliseconds * 1e6)
      case "-o", "--output":
        guard let path = rest.popFirst(), !path.isEmpty else {
          throw UsageError(description: "\(argument) takes a file")
        }
        options.file = path
      default:
        guard !argument.hasPrefix("-") else {
          throw UsageError(description: "'\(argument)' is no option")
        }
        options.paths.append(argument)
      }
    }
    guard !options.paths.isEmpty else {
      throw UsageError(description: "which recordings? Files or folders are to be named")
    }
    guard !(options.isJSON && options.isLines) else {
      throw UsageError(description: "--json or --lines, not both")
    }
    return options
  }
}
