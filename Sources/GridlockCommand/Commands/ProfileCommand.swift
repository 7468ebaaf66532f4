import Foundation
import Gridlock
import GridlockReporting

/// `gridlock profile RECORDING`.
enum ProfileCommand: Command {
  static let name = "profile"
  static let summary = "tell where a recorded process's threads were blocked, and by whom"
  static let help = """
    usage: gridlock profile RECORDING [--by GROUP] [--format FORMAT] [-o FILE]

    Adds up the time in which threads of a recording made with GRIDLOCK_RECORD=path were blocked on
    locks. Time in which the lock was held belongs to the call that had taken it; the rest, such as
    that in which a lock was free and had another value, to the call that waited.

      --by GROUP    holder (the default): the calls that kept others waiting longest come first;
                    lock: by the lock waited for
      --format F    text (the default), folded (stacks for flame graphs, in nanoseconds) or pprof
      -o FILE       write to a file that only you can read, instead of to standard output; never
                    through a symbolic link

    example: GRIDLOCK_RECORD=/tmp/run.gridlock ./server; gridlock profile /tmp/run.gridlock
             gridlock profile /tmp/run.gridlock --format folded | flamegraph.pl > blocked.svg
             gridlock profile /tmp/run.gridlock --format pprof -o blocked.pb
             go tool pprof -http : blocked.pb

    Exit status: 0, or 2 when the file can't be read, or not in full.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var path: String?
    var format = ProfileFormat.text
    var grouping = ContentionProfile.Grouping.holder
    var file: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--format":
        guard let named = rest.popFirst().flatMap(ProfileFormat.init) else {
          throw UsageError(description: "--format takes one of \(ProfileFormat.names)")
        }
        format = named
      case "--by":
        guard let named = rest.popFirst().flatMap(ContentionProfile.Grouping.init) else {
          throw UsageError(description: "--by takes holder or lock")
        }
        grouping = named
      case "-o", "--output":
        guard let name = rest.popFirst(), !name.isEmpty else {
          throw UsageError(description: "\(argument) takes a file")
        }
        file = name
      default:
        guard path == nil, !argument.hasPrefix("-") else {
          throw UsageError(description: "'\(argument)' is no option, or one file too many")
        }
        path = argument
      }
    }
    guard let path else { throw UsageError(description: "which file? RECORDING is missing") }
    let isTerminal = file == nil && isatty(STDOUT_FILENO) != 0
    if format.isBinary, isTerminal {
      throw UsageError(description: "\(format.rawValue) is not for a terminal: -o FILE writes it")
    }
    let recording = try Recording(path: path, verb: name)
    let bytes = format.render(
      recording.file.profile(), by: grouping,
      options: TextOptions(
        usesColour: isTerminal, directory: FileManager.default.currentDirectoryPath))
    if let file {
      try OutputFile(path: file).write(bytes)
    } else {
      Terminal.print(bytes)
    }
    return recording.status(0)
  }
}
