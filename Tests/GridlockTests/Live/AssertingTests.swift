import Dispatch
import Foundation
import Gridlock
import GridlockAnalysis
import Testing

extension LiveTests {
  @Suite struct AssertingTests {
    @Test("A body that does well passes")
    func passes() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Bodies.check { Bodies.handOver() }
        do {
          let found = try Bodies.collect { Bodies.handOver() }
          if !found.isEmpty { Child.fail("found \(found.map(\.kind))") }
        } catch { Child.fail("\(error)") }
      }
      #expect(Told(result).text == "")
    }

    @Test("A body that hangs fails at once, with the report")
    func hangs() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        guard let failure = Bodies.failure({ Bodies.hang() }) else { Child.fail("it passed") }
        if failure.findings.map(\.kind) != [.selfDeadlock] { Child.fail("\(failure.findings)") }
        if !failure.description.contains("AssertingTests.swift") { Child.fail("no report") }
      }
      #expect(Told(result).titles == ["error: self (probable)"])
    }

    @Test("A body that neither ends nor is found stuck is given up on")
    func endless() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let failure = Bodies.failure(seconds: 0.2) {
          Bodies.handOver()
          DispatchSemaphore(value: 0).wait()
        }
        if failure?.description.contains("did not end in 0.2 seconds") != true {
          Child.fail("\(String(describing: failure))")
        }
      }
      #expect(Told(result).text == "")
    }

    @Test("A body without Gridlock's locks fails: nothing passes by looking at nothing")
    func nothing() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let failure = Bodies.failure { NSLock().withLock {} }
        if failure?.description.contains("no Gridlock operation happened") != true {
          Child.fail("\(String(describing: failure))")
        }
      }
      #expect(Told(result).text == "")
    }

    @Test("Where nothing is recorded it fails, and says how to record")
    func off() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        setenv("GRIDLOCK", "off", 1)
        let failure = Bodies.failure { Bodies.handOver() }
        if failure?.description.contains("records nothing") != true {
          Child.fail("\(String(describing: failure))")
        }
        if !Detector.report().contains("records nothing") { Child.fail("a report") }
        if !Detector.findings().isEmpty { Child.fail("findings") }
      }
      #expect(Told(result).text == "")
    }

    @Test("What is only possible does not fail a test")
    func possible() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Bodies.check {
          thread(named: "idle worker") { ConditionLock(condition: 0).lock(whenCondition: 1) }
          Child.awaitWaits(1)
        }
      }
      #expect(Told(result).text == "")
    }

    @Test("A misuse in a body fails it, however busy the watch was")
    func misuse() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let failure = Bodies.failure { Bodies.foreignRelease() }
        if failure?.findings.map(\.kind) != [.nonOwner] {
          Child.fail("\(String(describing: failure))")
        }
      }
      #expect(Told(result).titles == ["warning: non-owner (certain)"])
    }
  }
}

private enum Bodies {
  static func check(_ body: @escaping @Sendable () -> Void) {
    if let failure = failure(body) { Child.fail("\(failure)") }
  }

  static func failure(
    seconds: Double = 60, _ body: @escaping @Sendable () -> Void
  ) -> DeadlockFailure? {
    do {
      try Detector.assertNoFindings(seconds: seconds, body)
      return nil
    } catch let failure as DeadlockFailure {
      return failure
    } catch {
      Child.fail("\(error)")
    }
  }

  static func collect(_ body: @escaping @Sendable () -> Void) throws -> [Finding] {
    try Detector.collect(body)
  }

  static func handOver() {
    let lock = ConditionLock(condition: 0, name: "turn")
    let other = thread(named: "other") {
      lock.lock(whenCondition: 1)
      lock.unlock(withCondition: 0)
    }
    lock.lock(whenCondition: 0)
    lock.unlock(withCondition: 1)
    other.join()
  }

  static func hang() {
    let lock = ConditionLock(condition: 0, name: "own")
    lock.lock()
    lock.lock()
  }

  static func foreignRelease() {
    let lock = ConditionLock(condition: 0, name: "foreign")
    lock.lock()
    thread(named: "other") { lock.unlock() }.join()
  }
}
