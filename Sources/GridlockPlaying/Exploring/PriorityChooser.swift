/// Probabilistic concurrency testing (Burckhardt and others, 2010): the highest priority goes.
///
/// Priorities are random, and drop at random steps. Only steps at which two or more could go are
/// counted: at the others a change would change nothing.
final class PriorityChooser: ScheduleChooser {
  private let depth: Int
  private var random: SplitMix64
  /// By party; those of the start are above 1 << 32, dropped ones below.
  private var priorities: [UInt64] = []
  private var changes: [Int] = []
  private var steps = 0
  /// Of the longest schedule so far.
  private var mostSteps = 0
  private var lowest: UInt64 = 0

  init(depth: Int, seed: UInt64) {
    self.depth = depth
    random = SplitMix64(seed: seed)
  }

  func begin() -> Bool {
    priorities = []
    steps = 0
    lowest = 1 << 31
    changes = (1..<max(depth, 1)).map { _ in mostSteps > 0 ? random.below(mostSteps) : -1 }
    return true
  }

  func choose(_ point: ChoicePoint) -> Int? {
    while priorities.count < point.pending.count {
      priorities.append(1 << 32 | random.next() >> 1)
    }
    if point.isYield { drop(point.current) }
    guard !point.isForced else { return point.first }
    if changes.contains(steps) { drop(highest(point.candidates)) }
    steps += 1
    return highest(point.candidates)
  }

  func chooseWaiter(of count: Int) -> Int { random.below(count) }

  func end(_ steps: [ScheduleStep], pending: [ScheduleStep]) {
    mostSteps = max(mostSteps, self.steps)
  }

  private func highest(_ candidates: UInt64) -> Int {
    var left = candidates
    var best = left.trailingZeroBitCount
    while left != 0 {
      let party = left.trailingZeroBitCount
      if priorities[party] > priorities[best] { best = party }
      left &= left - 1
    }
    return best
  }

  private func drop(_ party: Int) {
    guard party < priorities.count else { return }
    lowest -= 1
    priorities[party] = lowest
  }
}
