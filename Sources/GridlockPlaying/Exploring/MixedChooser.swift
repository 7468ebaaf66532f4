/// Two choosers, turn about.
final class MixedChooser: ScheduleChooser {
  private let choosers: [any ScheduleChooser]
  private var turn = -1

  init(_ choosers: [any ScheduleChooser]) { self.choosers = choosers }

  private var present: any ScheduleChooser { choosers[turn % choosers.count] }

  func begin() -> Bool {
    turn += 1
    return present.begin()
  }

  func choose(_ point: ChoicePoint) -> Int? { present.choose(point) }
  func chooseWaiter(of count: Int) -> Int { present.chooseWaiter(of: count) }
  func end(_ steps: [ScheduleStep], pending: [ScheduleStep]) {
    present.end(steps, pending: pending)
  }
}
