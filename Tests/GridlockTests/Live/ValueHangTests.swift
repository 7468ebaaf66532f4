import Foundation
import Gridlock
import GridlockAnalysis
import Testing

extension LiveTests {
  @Suite struct ValueHangTests {
    private let source = Source()

    @Test("A wait for a value under a lock that its setter needs is a nested monitor")
    func nestedMonitor() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Hangs.nestedMonitor()
        Child.awaitFinding(.nestedMonitor)
      }
      let told = Told(result)
      #expect(told.titles.contains("error: nested-monitor (probable)"), "\(told)")
      #expect(
        told.firstPlace(after: "waits in lock(whenCondition: 1)") == source.place("waits for full"),
        "\(told)")
      #expect(
        told.firstPlace(after: "holds lock \"registry\"") == source.place("takes registry first"))
    }

    @Test("A wait that nobody is left to end is an orphan: certain where no thread is left")
    func orphan() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Child.closeWorld()
        Hangs.orphan()
        Child.awaitFinding(.orphanWait) { $0.certainty == .certain }
      }
      let told = Told(result)
      #expect(told.titles == ["error: orphan-wait (certain)"], "\(told)")
      #expect(
        told.firstPlace(after: "waits in lock(whenCondition: 9)") == source.place("waits for nine"),
        "\(told)")
    }

    @Test("The same wait is no more than a note, and not printed, while others could come")
    func openOrphan() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Hangs.orphan()
        let found = Child.awaitFinding(.orphanWait)
        if found.severity != .note || found.certainty != .possible { Child.fail("\(found)") }
      }
      #expect(Told(result).text == "")
    }

    @Test("An unlock that kept the value breaks the chain of those behind it")
    func brokenChain() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Child.closeWorld()
        Hangs.brokenChain()
        Child.awaitFinding(.brokenChain) { $0.severity == .error }
      }
      let told = Told(result)
      #expect(told.titles.contains("error: broken-chain (certain)"), "\(told)")
      #expect(
        told.firstPlace(after: "waits in lock(whenCondition: 2)") == source.place("waits for two"),
        "\(told)")
      #expect(told.text.contains(source.place("keeps the value")), "\(told)")
    }

    @Test("A value overwritten before its waiter came is drift")
    func drift() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Child.closeWorld()
        Hangs.drift()
        Child.awaitFinding(.drift) { $0.severity == .error }
      }
      let told = Told(result)
      #expect(told.titles.contains("error: drift (certain)"), "\(told)")
      #expect(
        told.firstPlace(after: "waits in lock(whenCondition: 1)")
          == source.place("waits for the overwritten"), "\(told)")
      #expect(told.text.contains(source.place("overwrites")), "\(told)")
    }

    @Test("A signal before its wait is a lost wake-up")
    func lostWakeup() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Child.closeWorld()
        Hangs.lostWakeup()
        Child.awaitFinding(.lostWakeup) { $0.severity == .error }
      }
      let told = Told(result)
      #expect(told.titles.contains("error: lost-wakeup (certain)"), "\(told)")
      #expect(
        told.firstPlace(after: "waits in wait()") == source.place("waits for a signal"), "\(told)")
      #expect(told.text.contains(source.place("signals nobody")), "\(told)")
    }

    @Test("A ring through wanted values is a cycle")
    func cycleOfValues() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Hangs.valueCycle()
        Child.awaitFinding(.cycle)
      }
      let told = Told(result)
      #expect(told.titles.contains("error: cycle (probable)"), "\(told)")
      #expect(
        told.firstPlace(after: "waits in lock(whenCondition: 1)") == source.place("wants its turn"),
        "\(told)")
    }
  }
}

/// Hangs that leave their threads behind: for child processes only.
private enum Hangs {
  static func nestedMonitor() {
    let buffer = ConditionLock(condition: 0, name: "buffer")
    let registry = Lock(name: "registry")
    let barrier = Barrier(2)
    thread(named: "producer") {
      buffer.lock(whenCondition: 0)
      buffer.unlock(withCondition: 1)
      barrier.wait()
      registry.lock()
      buffer.lock(whenCondition: 0)
      buffer.unlock(withCondition: 1)
    }
    thread(named: "consumer") {
      buffer.lock(whenCondition: 1)
      buffer.unlock(withCondition: 0)
      registry.lock()  // takes registry first
      barrier.wait()
      buffer.lock(whenCondition: 1)  // waits for full
    }
  }

  static func orphan() {
    let lock = ConditionLock(condition: 0, name: "stage")
    thread(named: "waiter") {
      lock.lock(whenCondition: 9)  // waits for nine
    }
  }

  static func brokenChain() {
    let stage = ConditionLock(condition: 0, name: "stage")
    let step = thread(named: "step") {
      stage.lock(whenCondition: 1)
      stage.unlock()  // keeps the value
    }
    thread(named: "start") {
      stage.lock(whenCondition: 0)
      stage.unlock(withCondition: 1)
    }.join()
    step.join()
    thread(named: "last") {
      stage.lock(whenCondition: 2)  // waits for two
    }
  }

  static func drift() {
    let slot = ConditionLock(condition: 0, name: "slot")
    thread(named: "setter") {
      slot.lock()
      slot.unlock(withCondition: 1)
      slot.lock()
      slot.unlock(withCondition: 2)  // overwrites
      slot.lock()
      slot.unlock(withCondition: 3)
    }.join()
    thread(named: "late") {
      slot.lock(whenCondition: 1)  // waits for the overwritten
    }
  }

  static func lostWakeup() {
    let condition = Condition(name: "ready")
    thread(named: "early") {
      condition.lock()
      condition.signal()  // signals nobody
      condition.unlock()
    }.join()
    thread(named: "late") {
      condition.lock()
      condition.wait()  // waits for a signal
      condition.unlock()
    }
  }

  /// Two threads hand a turn to and fro until both wait for theirs.
  static func valueCycle() {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let barrier = Barrier(2)
    for (own, other) in [(left, right), (right, left)] {
      thread(named: "player") {
        other.lock()
        other.unlock(withCondition: 1)
        barrier.wait()
        own.lock(whenCondition: 1)
        own.unlock(withCondition: 0)
        barrier.wait()
        own.lock(whenCondition: 1)  // wants its turn
        other.lock()
        other.unlock(withCondition: 1)
      }
    }
  }
}
