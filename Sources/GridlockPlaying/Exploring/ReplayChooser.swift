/// Follows a schedule, then goes on without switching more than needed.
final class ReplayChooser: ScheduleChooser {
  private let choices: [ScheduleText.Choice]
  /// Whether to pass over choices that can't be followed, as shrinking needs it.
  private let isLenient: Bool
  private var position = 0
  private var waiters: ArraySlice<Int> = []
  private var hasBegun = false

  init(_ schedule: ScheduleText, isLenient: Bool = false) {
    choices = schedule.choices
    self.isLenient = isLenient
  }

  func begin() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  func choose(_ point: ChoicePoint) -> Int? {
    waiters = []
    while position < choices.count {
      let choice = choices[position]
      position += 1
      if choice.party < 64, point.enabled & (1 << UInt64(choice.party)) != 0 {
        waiters = choice.waiters[...]
        return choice.party
      }
      if !isLenient { return nil }
    }
    return point.mayCurrentGoOn ? point.current : point.first
  }

  func chooseWaiter(of count: Int) -> Int { min(waiters.popFirst() ?? 0, count - 1) }
  func end(_ steps: [ScheduleStep], pending: [ScheduleStep]) {}
}
