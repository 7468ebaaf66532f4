import Dispatch
import Foundation
import GridlockTesting
import Testing

/// Tests that hang, beside tests that do not: run by ``DeadlockCheckTests`` in a process of their
/// own.
@Suite(.enabled(if: Fixture.isOn("hanging")), .deadlockChecked(stall: .milliseconds(500)))
struct HangingTests {
  @Test(arguments: 1...3) func `hangs crosswise`(number: Int) {
    let left = ConditionLock(condition: 0, name: "left \(number)")
    let right = ConditionLock(condition: 0, name: "right \(number)")
    let meeting = ConditionLock(condition: 0)
    let threads = [(left, right), (right, left)].map { first, second in
      thread(named: "taker") {
        first.lock()
        meeting.lock()
        meeting.unlock(withCondition: meeting.condition + 1)
        meeting.lock(whenCondition: 2)
        meeting.unlock()
        second.lock()
        second.unlock()
        first.unlock()
      }
    }
    for thread in threads { thread.join() }
  }

  @Test(arguments: 4...6) func `hangs in itself, async`(number: Int) async {
    let lock = ConditionLock(condition: 0, name: "own \(number)")
    await Task.yield()
    Fixture.takeTwice(lock)
    await Task.yield()
  }

  @Test(arguments: 7...8) func `hangs in a nested monitor, async`(number: Int) async {
    let gate = ConditionLock(condition: 0, name: "gate \(number)")
    let door = ConditionLock(condition: 0, name: "door \(number)")
    await Task.yield()
    Fixture.nest(gate, door)
  }

  @Test(arguments: 9...10) func `hangs in a condition`(number: Int) {
    let condition = Condition()
    condition.name = "condition \(number)"
    let lock = ConditionLock(condition: 0, name: "kept \(number)")
    let isIn = ConditionLock(condition: 0)
    let waiter = thread(named: "waiter") {
      lock.lock()
      condition.lock()
      isIn.unlock(withCondition: 1)
      condition.wait()
      condition.unlock()
      lock.unlock()
    }
    isIn.lock(whenCondition: 1)
    isIn.unlock()
    lock.lock()
    condition.lock()
    condition.signal()
    condition.unlock()
    lock.unlock()
    waiter.join()
  }

  @Test(arguments: 11...15) func `passes`(number: Int) {
    let lock = ConditionLock(condition: 0, name: "door \(number)")
    let other = thread(named: "other") {
      for _ in 0..<1000 {
        lock.lock(whenCondition: 0)
        lock.unlock(withCondition: 1)
      }
    }
    for _ in 0..<1000 {
      lock.lock(whenCondition: 1)
      lock.unlock(withCondition: 0)
    }
    other.join()
  }

  @Test(arguments: 16...20) func `passes, async`(number: Int) async {
    let lock = ConditionLock(condition: 0, name: "door \(number)")
    for _ in 0..<100 {
      Fixture.pass(lock)
      await Task.yield()
    }
  }
}

/// Tests that fail for other reasons than a proved hang, or do not.
@Suite(.enabled(if: Fixture.isOn("other"))) struct OtherTests {
  private static let shared = ConditionLock(condition: 0, name: "shared")

  @Test(.deadlockChecked) func `hangs in a lock made outside`() {
    Fixture.takeTwice(Self.shared)
  }

  @Test(.deadlockChecked(deadline: .milliseconds(500), allowing: ["self: allowed lock"]))
  func `hangs with leave, and is ended by its deadline`() {
    Fixture.takeTwice(ConditionLock(condition: 0, name: "allowed lock"))
  }

  @Test(.deadlockChecked(deadline: .milliseconds(300)))
  func `does not end in its time`() {
    let lock = ConditionLock(condition: 0, name: "never set")
    let limit = Date(timeIntervalSinceNow: 600)
    while !lock.lock(whenCondition: 1, before: limit) {}
    lock.unlock()
  }

  @Test(.deadlockChecked(failingOn: .warning)) func `releases what it does not hold`() {
    let lock = ConditionLock(condition: 0, name: "not held")
    lock.unlock()
  }

  @Test(.deadlockChecked(stall: .milliseconds(100)))
  func `has a worker that idles longer than a stall`() {
    let work = ConditionLock(condition: 0, name: "work")
    let worker = thread(named: "worker") {
      work.lock(whenCondition: 1)
      work.unlock()
    }
    // Time is what is tested: the worker waits all the while.
    Thread.sleep(forTimeInterval: 0.6)
    work.lock()
    work.unlock(withCondition: 1)
    worker.join()
  }

  @Test(.deadlockChecked) func `may release what it does not hold`() {
    let lock = ConditionLock(condition: 0, name: "not held either")
    lock.unlock()
  }
}

/// Alone in its process: what others do counts as use.
@Suite(.enabled(if: Fixture.isOn("idle"))) struct IdleTests {
  @Test(.deadlockChecked) func `uses no lock`() {}

  @Test(.deadlockChecked(allowsNoOperations: true)) func `may use no lock`() {}
}

@Suite(.enabled(if: Fixture.isOn("lucky")), .deadlockChecked(predicting: true))
struct LuckyTests {
  @Test func `passes by luck`() { Fixture.crosswise(isLucky: true) }

  @Test func `passes for good`() { Fixture.crosswise(isLucky: false) }
}

@Suite(.enabled(if: Fixture.isOn("explored"))) struct ExploredTests {
  @Test func `fails in some schedule`() throws {
    try explore { run in
      let value = ConditionLock(condition: 0, name: "value")
      run.thread("waits") {
        value.lock(whenCondition: 1)
        value.unlock()
      }
      run.thread("sets twice") {
        value.unlock(withCondition: 1)
        value.unlock(withCondition: 2)
      }
    }
  }

  @Test func `expects too much in some schedule`() throws {
    try explore { run in
      let lock = ConditionLock(condition: 0)
      run.thread("sets") { lock.unlock(withCondition: 1) }
      #expect(lock.condition == 0)
    }
  }

  @Test func `fails in none`() throws {
    try explore { run in
      let lock = ConditionLock(condition: 0)
      run.thread("sets") { lock.unlock(withCondition: 1) }
      lock.lock(whenCondition: 1)
      lock.unlock()
    }
  }
}

@Suite(.enabled(if: Fixture.isOn("beyond help"))) struct BeyondHelpTests {
  @Test(.deadlockChecked(deadline: .milliseconds(100)))
  func `is stuck outside Gridlock`() {
    let lock = ConditionLock(condition: 0)
    lock.lock()
    Fixture.sleepForEver()
    lock.unlock()
  }
}

enum Fixture {
  static func sleepForEver() { while true { sleep(1000) } }

  /// Whether a parent test asked for this fixture.
  static func isOn(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment["GRIDLOCK_TEST_FIXTURE"] == name
  }

  static func takeTwice(_ lock: ConditionLock) {
    lock.lock()
    lock.lock()
    lock.unlock()
    lock.unlock()
  }

  /// Two threads, one after the other by luck, or by a join.
  static func crosswise(isLucky: Bool) {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let luck = DispatchSemaphore(value: 0)
    let one = thread(named: "one") {
      left.lock()
      right.lock()
      right.unlock()
      left.unlock()
      luck.signal()
    }
    if !isLucky { one.join() }
    let two = thread(named: "two") {
      luck.wait()
      right.lock()
      left.lock()
      left.unlock()
      right.unlock()
    }
    if isLucky { one.join() }
    two.join()
  }

  static func pass(_ lock: ConditionLock) {
    lock.lock()
    lock.unlock()
  }

  static func nest(_ gate: ConditionLock, _ door: ConditionLock) {
    let setter = thread(named: "setter") {
      door.lock()
      door.unlock(withCondition: 1)
      door.lock(whenCondition: 2)
      gate.lock()
      gate.unlock()
      door.unlock(withCondition: 1)
    }
    door.lock(whenCondition: 1)
    gate.lock()
    door.unlock(withCondition: 2)
    door.lock(whenCondition: 1)
    door.unlock()
    gate.unlock()
    setter.join()
  }
}
