import Foundation
import Gridlock
import GridlockAnalysis
import Testing

extension LiveTests {
  @Suite struct RobustnessTests {
    @Test("Two thousand brief threads, each with a lock of its own, bring no finding and hide none")
    func briefThreads() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Load.briefThreads(2_000)
        Child.requireSilence()
        Load.hang()
        Child.awaitFinding(.selfDeadlock)
      }
      #expect(Told(result).titles == ["error: self (probable)"])
    }

    @Test("Twenty thousand locks at once are watched, the last like the first")
    func manyLocks() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let locks = Load.locks(20_000)
        Child.requireSilence()
        Load.hang()
        Child.awaitFinding(.selfDeadlock)
        withExtendedLifetime(locks) {}
      }
      #expect(Told(result).titles == ["error: self (probable)"])
    }

    @Test("A thread that ends with 30 locks held is told of, with those its record could not keep")
    func manyHolds() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let locks = Load.endHolding(30)
        Child.awaitFinding(.exitHolding)
        // The last is beyond what a record keeps; who waits for it is stuck all the same.
        Load.wait(for: locks[29])
        Child.awaitFinding(.exitHolding) { finding in
          finding.participants.contains { $0.role == .waits }
        }
      }
      #expect(Told(result).titles.allSatisfy { $0.hasPrefix("error: exit-holding") })
    }

    @Test("A thread with the smallest stack may deadlock")
    func smallStack() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Load.hang(stackSize: 64 << 10)
        Child.awaitFinding(.selfDeadlock)
      }
      #expect(Told(result).titles == ["error: self (probable)"])
    }

    @Test("A host that closes all descriptors is watched on")
    func closedDescriptors() throws {
      let program = try Program.fixture("closed-descriptors")
      let told = Told(program.errors(until: "kill -USR1"))
      #expect(told.titles == ["error: cycle (certain)"], "\(told)")
      program.signal(SIGUSR1)
      #expect(program.errors(until: SignalTests.end).contains(SignalTests.end))
      program.end()
    }
  }
}

private enum Load {
  static func briefThreads(_ count: Int) {
    for start in stride(from: 0, to: count, by: 50) {
      let threads = (start..<min(start + 50, count)).map { _ in
        thread(named: "brief") {
          let lock = ConditionLock(condition: 0)
          lock.lock()
          lock.unlock(withCondition: 1)
          lock.lock(whenCondition: 1)
          lock.unlock()
        }
      }
      for thread in threads { thread.join() }
    }
  }

  static func locks(_ count: Int) -> [ConditionLock] {
    let locks = (0..<count).map { ConditionLock(condition: $0) }
    for lock in locks { lock.withLock {} }
    return locks
  }

  static func endHolding(_ count: Int) -> [ConditionLock] {
    let locks = (0..<count).map { ConditionLock(condition: 0, name: "held-\($0)") }
    thread(named: "leaver") { for lock in locks { lock.lock() } }.join()
    return locks
  }

  static func wait(for lock: ConditionLock) { thread(named: "stuck") { lock.lock() } }

  static func hang(stackSize: Int = 0) {
    let lock = ConditionLock(condition: 0, name: "own")
    thread(named: "again", stackSize: stackSize) {
      lock.lock()
      lock.lock()
    }
  }
}
