import Foundation
import Gridlock

/// The `gridlock` command: picks the verb and turns errors into exit codes.
///
/// 0: all as hoped; 1: something was found or an expectation failed; 2: the input can't be used.
@main
struct GridlockCommand {
  static var commands: [any Command.Type] {
    [
      CheckCommand.self, PlayCommand.self, DumpCommand.self, WatchCommand.self, ReportCommand.self,
      AnalyzeCommand.self, ProfileCommand.self, MergeCommand.self, PredictCommand.self,
      DiffCommand.self,
      ExplainCommand.self,
    ]
  }

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard let verb = arguments.first else {
      Terminal.error(usage)
      exit(2)
    }
    if verb == "--version" {
      Terminal.print("gridlock 0.1.0, recordings of version \(RecordingFile.version)\n")
      exit(0)
    }
    if ["--help", "-h", "help"].contains(verb) {
      if verb == "help", arguments.count > 1 { show(helpOf: arguments[1]) }
      Terminal.print(usage)
      exit(0)
    }
    guard let command = commands.first(where: { $0.name == verb }) else {
      Terminal.error("gridlock: '\(verb)' is no command of gridlock\n\n\(usage)")
      exit(2)
    }
    arguments.removeFirst()
    if arguments.contains("--help") || arguments.contains("-h") { show(helpOf: verb) }
    do {
      exit(try command.run(arguments))
    } catch let error as UsageError {
      Terminal.error("gridlock \(verb): \(error.description)\nSee gridlock \(verb) --help.\n")
      exit(2)
    } catch {
      Terminal.error("gridlock \(verb): \(error)\n")
      exit(2)
    }
  }

  private static func show(helpOf verb: String) -> Never {
    guard let command = commands.first(where: { $0.name == verb }) else {
      Terminal.error("gridlock: '\(verb)' is no command of gridlock\n\n\(usage)")
      exit(2)
    }
    Terminal.print(command.help)
    exit(0)
  }

  static var usage: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { command in
      "  " + command.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
        + command.summary
    }
    return """
      usage: gridlock COMMAND [ARGUMENTS]

      Finds deadlocks and misuse of condition locks.

      commands:
      \(lines.joined(separator: "\n"))

      gridlock COMMAND --help tells more, with an example; gridlock --version, which this is.
      Exit status: 0 all as hoped, 1 something was found or an expectation failed, 2 the input
      can't be used.

      """
  }
}
