/// A schedule as one line: which party goes at each step.
///
/// `0*3,1,0~1` is three steps of party 0, one of party 1, and one of party 0 in which the second
/// thread in line got the signal.
struct ScheduleText: Sendable, Hashable {
  struct Choice: Sendable, Hashable {
    var party: Int
    var waiters: [Int] = []
  }

  var choices: [Choice]

  init(_ choices: [Choice]) { self.choices = choices }

  /// The first step, the body's begin, is no choice.
  init(_ steps: [ScheduleStep]) {
    choices = steps.dropFirst().map { Choice(party: $0.party, waiters: $0.chosenWaiters) }
  }

  /// Nil where the text is no schedule.
  init?(_ text: String) {
    choices = []
    for item in text.split(separator: ",") {
      let signals = item.split(separator: "~", omittingEmptySubsequences: false)
      let run = signals[0].split(separator: "*", omittingEmptySubsequences: false)
      guard let party = Int(run[0]), (0..<Self.mostParties).contains(party) else { return nil }
      let count = run.count == 2 ? Int(run[1]) ?? 0 : 1
      let waiters = signals.dropFirst().map { Int($0) ?? -1 }
      guard run.count <= 2, (1...Self.longestRun).contains(count),
        waiters.allSatisfy({ $0 >= 0 })
      else { return nil }
      choices += Array(repeating: Choice(party: party), count: count - 1)
      choices.append(Choice(party: party, waiters: waiters))
    }
    guard !choices.isEmpty else { return nil }
  }

  static let mostParties = 64
  private static let longestRun = 1_000_000

  var text: String {
    var items: [String] = []
    var index = 0
    while index < choices.count {
      let choice = choices[index]
      var end = index + 1
      if choice.waiters.isEmpty {
        while end < choices.count, choices[end] == choice { end += 1 }
      }
      let count = end - index
      items.append(
        "\(choice.party)" + (count > 1 ? "*\(count)" : "")
          + choice.waiters.map { "~\($0)" }.joined())
      index = end
    }
    return items.joined(separator: ",")
  }
}
