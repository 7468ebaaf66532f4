/// What came of waking all waiters once to test again.
package struct PokeOutcome: Sendable, Hashable {
  /// How many threads waited for a lock, a count or a signal.
  package var waits = 0
  /// How many of them do no more, or in another wait.
  package var wentOn = 0
  /// How many of those had what they waited for before they were woken, and for so long that a
  /// wake-up on its way would have come.
  package var lost = 0
  /// How many had not tested again when the time was up.
  package var late = 0

  /// For people: whether anything moved, and what that means.
  package var sentence: String {
    guard waits > 0 else { return "nobody waits: there was no one to wake" }
    var text = "\(wentOn) of \(waits) \(waits == 1 ? "wait" : "waits") went on"
    if lost > 0 {
      text += ", \(lost) of them long after \(lost == 1 ? "it" : "they") could have: "
      text += lost == 1 ? "a wake-up was lost" : "wake-ups were lost"
    } else if late == 0 {
      text += wentOn > 0 ? ", by what happened meanwhile" : ""
      text += ": no wake-up was lost"
    }
    if late > 0 {
      text += "; \(late) did not test again in time: nothing can be said of "
      text += late == 1 ? "it" : "them"
    }
    return text
  }

  /// The form in which the process leaves it for whoever asked.
  func note(for request: UInt32) -> String { "\(request) \(waits) \(wentOn) \(lost) \(late)" }

  /// What was left for a request; nil when the note is another's.
  init?(note: String, for request: UInt32) {
    let numbers = note.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 5, numbers[0] == Int(request) else { return nil }
    waits = numbers[1]
    wentOn = numbers[2]
    lost = numbers[3]
    late = numbers[4]
  }
}
