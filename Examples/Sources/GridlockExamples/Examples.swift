import Foundation

@main
enum Examples {
  static let all: [(name: String, about: String, run: @Sendable (_ broken: Bool) -> Void)] = [
    ("tasks-in-order", "A, then B, then C, each in a thread of its own", tasksInOrder),
    ("producer-consumer", "one slot that is empty or full", producerConsumer),
    ("bounded-buffer", "a buffer whose value is the number of its items", boundedBuffer),
    ("two-producers", "two producers that share one place", twoProducers),
    ("opposite-order", "transfers between two accounts, each with a lock", oppositeOrder),
    ("other-lock", "a lock of another library, brought in by an adapter", otherLock),
    ("relay", "laps of a relay: each runner hands on to the next", relay),
    ("startup-plan", "eight modules that start when what they need has started", startupPlan),
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--help") || arguments.contains("-h") {
      say(usage)
      exit(0)
    }
    let names = arguments.filter { $0 != "--broken" }
    guard names.count == 1, let example = all.first(where: { $0.name == names.first }) else {
      say(usage)
      exit(64)
    }
    example.run(arguments.contains("--broken"))
    say("\(example.name): done")
  }

  private static var usage: String {
    let list = all.map {
      "  " + $0.name.padding(toLength: 20, withPad: " ", startingAt: 0) + $0.about
    }
    return """
      usage: gridlock-examples <example> [--broken]

      Each example ends by itself. With --broken it has one mistake in it and hangs.

      \(list.joined(separator: "\n"))
      """
  }
}
