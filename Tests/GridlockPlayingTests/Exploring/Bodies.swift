import Dispatch
import Gridlock
import GridlockPlaying
import Synchronization

/// Bodies to explore.
enum Bodies {
  static func explore(
    _ strategy: ExplorationStrategy, _ body: @escaping @Sendable (ExploredRun) throws -> Void
  ) throws -> ExplorationOutcome {
    try RunExplorer(RunExplorer.Options(strategy: strategy, site: "Here.swift:1"), body: body)
      .explore()
  }

  static func outsideSemaphore() -> DispatchSemaphore { DispatchSemaphore(value: 0) }

  // The story's test names the lines below.
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

  /// Two locks taken crosswise once, among much else.
  @Sendable static func rareCrosswise(_ run: ExploredRun) {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    for (name, first, second, before) in [("one", left, right, 2), ("two", right, left, 40)] {
      run.thread(name) {
        for _ in 0..<before {
          first.lock()
          first.unlock()
        }
        first.lock()
        second.lock()
        second.unlock()
        first.unlock()
      }
    }
  }

  /// Crosswise only where the other has ended.
  @Sendable static func branching(_ run: ExploredRun) {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let ended = Outcomes()
    run.thread("one") {
      left.lock()
      right.lock()
      right.unlock()
      left.unlock()
      ended.add("one")
    }
    run.thread("two") {
      guard ended.seen.isEmpty == false else { return }
      right.lock()
      left.lock()
      left.unlock()
      right.unlock()
    }
  }

  @Sendable static func pingPong(_ run: ExploredRun) {
    let lock = ConditionLock(condition: 0, name: "door")
    for (name, mine, next) in [("ping", 0, 1), ("pong", 1, 0)] {
      run.thread(name) {
        for _ in 0..<5 {
          lock.lock(whenCondition: mine)
          lock.unlock(withCondition: next)
        }
      }
    }
  }

  /// Two threads of twenty operations.
  @Sendable static func twentyOperations(_ run: ExploredRun) {
    let lock = ConditionLock(condition: 0, name: "door")
    @Sendable func work() {
      for value in 0..<10 {
        lock.lock()
        lock.unlock(withCondition: value)
      }
    }
    let other = run.thread("other") { work() }
    work()
    other.join()
  }

  @Sendable static func nestedMonitor(_ run: ExploredRun) {
    let gate = ConditionLock(condition: 0, name: "gate")
    let door = ConditionLock(condition: 0, name: "door")
    run.thread("waiter") {
      gate.lock()
      door.lock(whenCondition: 1)
      door.unlock(withCondition: 0)
      gate.unlock()
    }
    run.thread("setter") {
      gate.lock()
      gate.unlock()
      door.lock()
      door.unlock(withCondition: 1)
    }
  }

  @Sendable static func lostSignal(_ run: ExploredRun) {
    let condition = Condition()
    run.thread("waiter") {
      condition.lock()
      condition.wait()
      condition.unlock()
    }
    run.thread("signaller") {
      condition.lock()
      condition.signal()
      condition.unlock()
    }
  }

  private struct TakenTwice: Error, CustomStringConvertible {
    var description: String { "taken twice" }
  }

  /// Looks and takes in two sections of the lock, with a gap between.
  @Sendable static func unguardedCheck(_ run: ExploredRun) {
    let lock = ConditionLock(condition: 1, name: "purse")
    let coins = Outcomes()
    for name in ["one", "two"] {
      run.thread(name) {
        lock.lock()
        let isThere = coins.seen.isEmpty
        lock.unlock()
        guard isThere else { return }
        lock.lock()
        defer { lock.unlock() }
        guard coins.seen.isEmpty else { throw TakenTwice() }
        coins.add(name)
      }
    }
  }
}

/// A set of strings that threads add to.
final class Outcomes: Sendable {
  private let strings = Mutex<Set<String>>([])

  var seen: Set<String> { strings.withLock { $0 } }
  func add(_ string: String) { strings.withLock { _ = $0.insert(string) } }
}

/// Strategies as a test's arguments, which exit tests can carry.
enum Strategy: String, CaseIterable, Codable, Sendable {
  case mixed, random, priorities, exhaustive, unbounded

  var value: ExplorationStrategy {
    switch self {
    case .mixed: .mixed()
    case .random: .random()
    case .priorities: .pct(depth: 2)
    case .exhaustive: .exhaustive()
    case .unbounded: .exhaustive(preemptions: nil)
    }
  }
}
