import Gridlock
import GridlockAnalysis
import GridlockPlaying
import Testing

@Suite(.serialized) struct ExplorationTests {
  static func explore(
    _ strategy: ExplorationStrategy = .mixed(),
    _ body: @escaping @Sendable (ExploredRun) throws -> Void
  ) throws -> ExplorationOutcome {
    try RunExplorer(RunExplorer.Options(strategy: strategy, site: "Here.swift:1"), body: body)
      .explore()
  }

  @Sendable static func crosswise(_ run: ExploredRun) {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    run.thread("one") {
      left.lock()
      right.lock()
      right.unlock()
      left.unlock()
    }
    run.thread("two") {
      right.lock()
      left.lock()
      left.unlock()
      right.unlock()
    }
  }

  @Test(arguments: [
    ExplorationStrategy.mixed(), .random(), .pct(depth: 2), .exhaustive(),
    .exhaustive(preemptions: nil),
  ])
  func `two locks taken crosswise are found by every strategy`(
    strategy: ExplorationStrategy
  ) throws {
    let outcome = try Self.explore(strategy, Self.crosswise)
    let failure = try #require(outcome.failure)
    print(failure)
    #expect(failure.findings.map(\.kind) == [.cycle])
    #expect(outcome.schedules < 100)
  }

  @Test func `a handing back and forth has no schedule that fails`() throws {
    for strategy in [ExplorationStrategy.mixed(), .exhaustive(preemptions: nil)] {
      let outcome = try Self.explore(strategy) { run in
        let lock = ConditionLock(condition: 0, name: "door")
        run.thread("ping") {
          for _ in 0..<5 {
            lock.lock(whenCondition: 0)
            lock.unlock(withCondition: 1)
          }
        }
        run.thread("pong") {
          for _ in 0..<5 {
            lock.lock(whenCondition: 1)
            lock.unlock(withCondition: 0)
          }
        }
      }
      print(outcome)
      #expect(outcome.failure == nil)
    }
  }
}
