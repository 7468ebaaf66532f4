import Gridlock
import Synchronization
import Testing

@testable import GridlockPlaying

/// The reduced search beside one that tries every order of every step.
@Suite struct NaiveComparisonTests {
  static let mostSchedules = 3000

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the reduced search meets every outcome that the full one meets`(seed: UInt64) async {
    await #expect(processExitsWith: .success) { [seed] in
      var random = SplitMix64(seed: seed)
      var reduced = 0
      var full = 0
      for number in 0..<25 {
        let program = RandomProgram(&random)
        let (all, allFails, allCount) = program.outcomes(of: FullChooser())
        let (some, someFails, someCount) = program.outcomes(
          of: BacktrackingChooser(preemptions: nil))
        // Cut short, the full search says nothing.
        if allCount == Self.mostSchedules { continue }
        #expect(some == all && someFails == allFails, "seed \(seed), program \(number): \(program)")
        #expect(someCount <= allCount)
        full += allCount
        reduced += someCount
      }
      #expect(reduced < full)
    }
  }
}

/// Every order: each candidate at each step, depth first.
private final class FullChooser: ScheduleChooser {
  private var path: [(left: UInt64, chosen: Int)] = []
  private var depth = 0
  private var isFirst = true

  func begin() -> Bool {
    depth = 0
    defer { isFirst = false }
    if isFirst { return true }
    while let last = path.popLast() {
      guard last.left != 0 else { continue }
      path.append((last.left & (last.left - 1), last.left.trailingZeroBitCount))
      return true
    }
    return false
  }

  func choose(_ point: ChoicePoint) -> Int? {
    defer { depth += 1 }
    if depth < path.count { return path[depth].chosen }
    path.append((point.candidates & (point.candidates - 1), point.first))
    return point.first
  }

  func chooseWaiter(of count: Int) -> Int { 0 }
  func end(_ steps: [ScheduleStep], pending: [ScheduleStep]) {}
}

/// Three threads with one to three sections each, tries among them, on two locks.
private struct RandomProgram: CustomStringConvertible, Sendable {
  enum Section: Sendable {
    case plain(Int)
    case attempt(Int)
    case set(Int, Int)
    case nested(Int, Int)
  }

  var threads: [[Section]] = []

  init(_ random: inout SplitMix64) {
    let isWide = random.below(2) == 0
    for _ in 0..<(isWide ? 3 : 2) {
      var sections: [Section] = []
      for _ in 0..<(isWide ? 1 : 1 + random.below(2)) {
        let lock = random.below(2)
        switch random.below(6) {
        case 0, 1: sections.append(.plain(lock))
        case 2: sections.append(.attempt(lock))
        case 3: sections.append(.set(lock, random.below(2)))
        case 4: sections.append(.nested(lock, 1 - lock))
        default: sections.append(.plain(1 - lock))
        }
      }
      threads.append(sections)
    }
  }

  var description: String { "\(threads)" }

  /// What the threads saw in all schedules, whether any failed, and how many there were.
  ///
  /// A schedule that is stuck leaves its threads behind: those programs are searched to the first.
  func outcomes(of chooser: any ScheduleChooser) -> (Set<String>, Bool, Int) {
    var options = RunExplorer.Options(strategy: .mixed(), site: "")
    options.patience = 60
    let seen = Outcomes()
    let runner = RunRunner(options: options) { run in self.run(run, seen) }
    var count = 0
    while count < NaiveComparisonTests.mostSchedules, chooser.begin() {
      let result = runner.run(chooser)
      chooser.end(result.steps, pending: result.pending)
      count += 1
      if result.failure != nil { return ([], true, count) }
    }
    return (seen.seen, false, count)
  }

  private func run(_ run: ExploredRun, _ seen: Outcomes) {
    let locks = [ConditionLock(condition: 0), ConditionLock(condition: 0)]
    let logs = [Log(), Log()]
    let tries = Log()
    let started = threads.enumerated().map { index, sections in
      run.thread("\(index)") {
        for section in sections {
          switch section {
          case .plain(let lock):
            locks[lock].lock()
            logs[lock].add("\(index)")
            locks[lock].unlock()
          case .attempt(let lock):
            guard locks[lock].try() else { continue }
            logs[lock].add("t\(index)")
            locks[lock].unlock()
          case .set(let lock, let value):
            locks[lock].lock()
            logs[lock].add("\(index)=\(value)")
            locks[lock].unlock(withCondition: value)
          case .nested(let first, let second):
            locks[first].lock()
            locks[second].lock()
            logs[first].add("n\(index)")
            locks[second].unlock()
            locks[first].unlock()
          }
        }
      }
    }
    for thread in started { thread.join() }
    seen.add(logs.map(\.text).joined(separator: "|") + tries.text)
  }
}

private final class Log: Sendable {
  private let entries = Mutex("")

  var text: String { entries.withLock { $0 } }
  func add(_ entry: String) { entries.withLock { $0 += entry + "." } }
}
