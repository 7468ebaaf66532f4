import Foundation
import Gridlock
import GridlockReporting

/// `gridlock watch PID`.
enum WatchCommand: Command {
  static let name = "watch"
  static let summary = "show a live process's locks, holders and waiters, again and again"
  static let help = """
    usage: gridlock watch PID [--interval SECONDS] [--count N]

    Shows the locks of a process, who holds them and who waits, values, times, and what is stuck;
    refreshed until the process ends. On a terminal the screen is drawn anew, elsewhere the looks
    follow each other, with an empty line between. The process is neither stopped nor signalled.

      --interval S  seconds between two looks, 0.05 to 3600 (default 1)
      --count N     end after so many looks

    example: gridlock watch $(pgrep my-server) --interval 0.5

    Exit status: 0, or 2 when the process can't be read.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    var process: Int32?
    var interval = 1.0
    var count = Int.max
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--interval":
        guard let word = rest.popFirst(), let seconds = Double(word),
          (0.05...3600).contains(seconds)
        else { throw UsageError(description: "--interval takes seconds, 0.05 to 3600") }
        interval = seconds
      case "--count":
        guard let word = rest.popFirst(), let number = Int(word), number > 0 else {
          throw UsageError(description: "--count takes a number above zero")
        }
        count = number
      default:
        guard process == nil, let number = Int32(argument), number > 0 else {
          throw UsageError(description: "'\(argument)' is no process id and no option")
        }
        process = number
      }
    }
    guard let process else { throw UsageError(description: "which process? PID is missing") }
    watch(try ProcessView(process: process), interval: interval, count: count)
    return 0
  }

  private static func watch(_ view: ProcessView, interval: Double, count: Int) {
    var view = view
    let isTerminal = isatty(STDOUT_FILENO) != 0
    var before: Report?
    for look in 0..<count {
      let report = view.look()
      if view.hasEnded { break }
      let screen = LiveScreen(report, before: before)
      before = report
      if isTerminal {
        // Home, then the lines with the rest of each cleared, then all below.
        let (width, height) = windowSize
        let lines = screen.lines(height: height - 1, width: width)
        Terminal.print(
          "\u{1b}[H" + lines.map { $0 + "\u{1b}[K\n" }.joined() + "\u{1b}[J")
      } else {
        let lines = screen.lines()
        Terminal.print((look > 0 ? "\n" : "") + lines.map { $0 + "\n" }.joined())
      }
      if look < count - 1, !pause(interval, while: { !view.hasEnded }) { break }
    }
    if view.hasEnded { Terminal.print("\nThe process has ended.\n") }
  }

  /// Waits, but for no longer than the condition holds; false when it does no more.
  private static func pause(_ seconds: Double, while holds: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      guard holds() else { return false }
      let rest = (end - ContinuousClock.now) / .microseconds(1)
      if rest > 0 { usleep(UInt32(min(rest, 100_000))) }
    }
    return holds()
  }

  private static var windowSize: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 1
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
