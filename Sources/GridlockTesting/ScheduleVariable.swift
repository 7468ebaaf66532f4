internal import Foundation
internal import GridlockPlaying

/// `GRIDLOCK_SCHEDULE`: the place of an exploration, `@`, and a schedule for it.
enum ScheduleVariable {
  static func strategy(
    at site: String, in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> ExplorationStrategy? {
    guard let text = environment["GRIDLOCK_SCHEDULE"], let split = text.lastIndex(of: "@"),
      text[..<split] == site
    else { return nil }
    return .replay(String(text[text.index(after: split)...]))
  }
}
