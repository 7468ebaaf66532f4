import Foundation
import Gridlock
import GridlockAnalysis
import Testing

extension LiveTests {
  @Suite struct LiveMisuseTests {
    private let source = Source()

    @Test("A release by a thread that does not hold the lock is told")
    func nonOwner() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Misuse.foreignRelease()
        Child.awaitFinding(.nonOwner)
      }
      let told = Told(result)
      #expect(told.titles == ["warning: non-owner (certain)"], "\(told)")
      #expect(
        told.firstPlace(after: "called unlock()") == source.place("frees another's"), "\(told)")
    }

    @Test("The release that starts a chain is no more than a note")
    func chainStart() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Misuse.startChain()
        if Child.awaitFinding(.nonOwner).severity != .note { Child.fail("louder than a note") }
      }
      #expect(Told(result).text == "")
    }

    @Test("A lock taken from its owner by a foreign release is told when the owner goes on")
    func exclusionLost() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Misuse.loseExclusion()
        Child.awaitFinding(.exclusionLost)
      }
      let told = Told(result)
      #expect(told.titles.contains("error: exclusion-lost (certain)"), "\(told)")
      #expect(told.text.contains(source.place("acts as if it held")), "\(told)")
    }

    @Test("A thread that ends with a lock held is told, and those who wait for it with it")
    func exitHolding() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let lock = Misuse.endHolding()
        Child.awaitFinding(.exitHolding)
        Misuse.wait(for: lock)
        Child.awaitFinding(.exitHolding) { $0.participants.contains { $0.role == .waits } }
      }
      let told = Told(result)
      #expect(told.titles == ["error: exit-holding (certain)"], "\(told)")
      #expect(
        told.firstPlace(after: "with condition lock \"left\" held")
          == source.place("is never freed"),
        "\(told)")
    }

    @Test("A lock freed while it is held is told")
    func destroyedBusy() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Misuse.dropHeld()
        Child.awaitFinding(.destroyedBusy)
      }
      let told = Told(result)
      #expect(told.titles == ["error: destroyed-busy (certain)"], "\(told)")
      #expect(told.text.contains(source.place("is dropped held")), "\(told)")
    }

    @Test("Two orders by two threads foretell a hang, in a warning that says that nothing hung")
    func order() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Misuse.bothOrders()
        Child.awaitFinding(.order) { $0.severity == .warning }
      }
      let told = Told(result)
      #expect(told.titles == ["warning: order (predicted, probable)"], "\(told)")
      #expect(
        told.headlines.first?.contains("nothing hung this time, but locks \"") == true, "\(told)")
      #expect(told.headlines.first?.contains("\"first\"") == true, "\(told)")
      #expect(told.text.contains(source.place("takes second in first")), "\(told)")
      #expect(told.text.contains(source.place("takes first in second")), "\(told)")
    }

    @Test(
      "A wait for a value with another lock held is noted, and a warning once a setter needs it")
    func waitHolding() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Misuse.waitHolding()
        Child.awaitFinding(.waitHolding)
      }
      #expect(Told(result).titles.allSatisfy { !$0.hasPrefix("error") })
    }

    @Test("A long hold is told while it lasts, and a wait that lasts with its owner")
    func time() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Detector.configure { settings in
          settings.thresholds.longHold = 1_000_000
          settings.thresholds.longWait = 1_000_000
        }
        let release = Misuse.holdLong()
        Child.awaitFinding(.longHold) { $0.severity == .warning }
        Child.awaitFinding(.longWait)
        release.signal()
      }
      let told = Told(result)
      #expect(told.titles.contains("warning: long-hold (certain)"), "\(told)")
      #expect(told.titles.contains("warning: long-wait (certain)"), "\(told)")
      #expect(told.text.contains(source.place("holds for long")), "\(told)")
    }

    @Test("Waste is noted: the same value again, a loop of tries, a read gone stale")
    func waste() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Misuse.waste()
        Child.awaitFinding(.redundantSet) { $0.severity == .note }
        Child.awaitFinding(.polling) { $0.severity == .note }
        Child.awaitFinding(.staleRead) { $0.severity == .note }
      }
      #expect(Told(result).text == "")
    }
  }
}

/// Misuse that leaves locks and threads behind: for child processes only.
private enum Misuse {
  static func startChain() {
    ConditionLock(condition: 0, name: "chain").unlock(withCondition: 1)
  }

  static func foreignRelease() {
    let lock = ConditionLock(condition: 0, name: "foreign")
    let barrier = Barrier(2)
    thread(named: "owner") {
      lock.lock()
      barrier.wait()
      barrier.wait()
    }
    barrier.wait()
    lock.unlock()  // frees another's
    _ = Detector.findings()
    barrier.wait()
  }

  static func loseExclusion() {
    let lock = ConditionLock(condition: 0, name: "taken")
    let barrier = Barrier(2)
    let owner = thread(named: "owner") {
      lock.lock()
      barrier.wait()
      barrier.wait()
      lock.unlock()  // acts as if it held
    }
    barrier.wait()
    lock.unlock()
    lock.lock()
    barrier.wait()
    owner.join()
  }

  static func endHolding() -> ConditionLock {
    let lock = ConditionLock(condition: 0, name: "left")
    thread(named: "leaver") {
      lock.lock()  // is never freed
    }.join()
    return lock
  }

  static func wait(for lock: ConditionLock) { thread(named: "stuck") { lock.lock() } }

  static func dropHeld() {
    ConditionLock(condition: 0, name: "dropped").lock()  // is dropped held
  }

  static func bothOrders() {
    let first = Lock(name: "first")
    let second = Lock(name: "second")
    let barrier = Barrier(2)
    thread(named: "forth") {
      first.lock()
      second.lock()  // takes second in first
      second.unlock()
      first.unlock()
      barrier.wait()
    }
    thread(named: "back") {
      barrier.wait()
      second.lock()
      first.lock()  // takes first in second
      first.unlock()
      second.unlock()
    }
  }

  static func waitHolding() {
    let outer = Lock(name: "outer")
    let value = ConditionLock(condition: 0, name: "value")
    thread(named: "waiter") {
      outer.lock()
      value.lock(whenCondition: 1)
      value.unlock()
      outer.unlock()
    }
    Child.awaitWaits(1)
    value.lock()
    value.unlock(withCondition: 1)
  }

  /// Holds a lock that another wants, until it is told to stop.
  static func holdLong() -> DispatchSemaphore {
    let lock = ConditionLock(condition: 0, name: "long")
    let release = DispatchSemaphore(value: 0)
    let barrier = Barrier(2)
    thread(named: "holder") {
      lock.lock()  // holds for long
      barrier.wait()
      release.wait()
      lock.unlock()
    }
    thread(named: "wanter") {
      barrier.wait()
      lock.lock()
      lock.unlock()
    }
    return release
  }

  static func waste() {
    let lock = ConditionLock(condition: 0, name: "waste")
    let waiter = Thread {
      lock.lock(whenCondition: 6)
      lock.unlock()
    }
    waiter.start()
    Child.awaitWaits(1)
    lock.lock()
    lock.unlock(withCondition: 0)
    for _ in 0..<20_000 { _ = lock.tryLock(whenCondition: 5) }
    Thread {
      lock.lock()
      lock.unlock(withCondition: 6)
    }.start()
    while lock.condition != 6 { sched_yield() }
    stale(lock)
  }

  /// Reads, lets another change the value, and sets from what was read.
  private static func stale(_ lock: ConditionLock) {
    let barrier = Barrier(2)
    let done = Barrier(2)
    Thread {
      barrier.wait()
      lock.lock()
      lock.unlock(withCondition: 8)
      done.wait()
    }.start()
    let read = lock.condition
    barrier.wait()
    done.wait()
    lock.lock()
    lock.unlock(withCondition: read + 1)
  }
}
