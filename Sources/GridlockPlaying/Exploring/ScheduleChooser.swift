/// Decides who goes at each step of the schedules of one exploration.
///
/// Called by whichever thread has the turn; one at a time.
protocol ScheduleChooser: AnyObject {
  /// Before each schedule; false when there is none left to try.
  func begin() -> Bool
  /// The party to go next; nil where what was to go can't.
  func choose(_ point: ChoicePoint) -> Int?
  /// Which of so many threads in line gets a signal.
  func chooseWaiter(of count: Int) -> Int
  /// After each schedule.
  func end(_ steps: [ScheduleStep], pending: [ScheduleStep])
}

/// A moment at which one of several parties may go.
struct ChoicePoint {
  /// Those to choose from, a bit each: those that can go, but for who was just told to let others
  /// go first.
  var candidates: UInt64
  /// All that can go.
  var enabled: UInt64
  /// Who went last.
  var current: Int
  /// What each party is about to do, by its index.
  var pending: [ScheduleStep]
  /// Whether the current party asked to let others go.
  var isYield: Bool

  var mayCurrentGoOn: Bool { candidates & (1 << UInt64(current)) != 0 }
  var isForced: Bool { candidates & (candidates - 1) == 0 }
  var first: Int { candidates.trailingZeroBitCount }

  /// The candidate with so many others below it.
  func candidate(_ rank: Int) -> Int {
    var left = candidates
    for _ in 0..<rank { left &= left - 1 }
    return left.trailingZeroBitCount
  }
}
