/// Any thread that can go, with equal chance.
final class RandomChooser: ScheduleChooser {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  func begin() -> Bool { true }

  func choose(_ point: ChoicePoint) -> Int? {
    point.isForced
      ? point.first : point.candidate(random.below(point.candidates.nonzeroBitCount))
  }

  func chooseWaiter(of count: Int) -> Int { random.below(count) }
  func end(_ steps: [ScheduleStep], pending: [ScheduleStep]) {}
}
