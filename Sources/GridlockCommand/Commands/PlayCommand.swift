import Foundation
import GridlockPlaying
import GridlockScenarios

/// `gridlock play FILE...`.
enum PlayCommand: Command {
  static let name = "play"
  static let summary = "run scenarios on real threads and say what the live detectors found"
  static let help = """
    usage: gridlock play FILE... [--json] [--jobs N] [--repeat N]

    Runs each scenario on real threads and Gridlock's real locks, in a process of its own that is
    ended when it hangs. The file's order: is forced; without one, a shortest schedule that hangs
    is, where there is one; then all run freely.

      --json      one JSON object a line
      --jobs N    so many at once (default 4)
      --repeat N  play each file so many times; all must come out as expected (default 1)

    Files with tasks, dispatch blocks or queues answer "not yet" and count as skipped.

    example: gridlock play crosswise.scenario

    Exit status: 0 when every file's hang: and expect: hold, 1 when one does not, 2 when one can't
    be read.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    let options = try ScenarioArguments(arguments, valued: ["--jobs", "--repeat", "--child"])
    if options.values["--child"] != nil {
      PlayChild.run(file: options.values["--child"]!)
    }
    try options.requireFiles()
    let jobs = try options.number("--jobs", default: 4, in: 1...64)
    let times = try options.number("--repeat", default: 1, in: 1...1000)
    let files = options.files.flatMap { Array(repeating: $0, count: times) }
    var worst: Int32 = 0
    PlayRunner(jobs: jobs).run(files) { result in
      Terminal.print(options.isJSON ? result.json + "\n" : result.text)
      worst = max(worst, result.status)
    }
    return worst
  }
}
