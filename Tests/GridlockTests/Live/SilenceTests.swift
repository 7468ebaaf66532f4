import Foundation
import Gridlock
import GridlockAnalysis
import Testing

extension LiveTests {
  /// Programs that do well, watched with thresholds so low that anything timed would speak.
  @Suite struct SilenceTests {
    @Test("An idle worker parked on its value, and a dispatch consumer, are normal life")
    func idle() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Fine.idle()
        Child.awaitWaits(2)
        for _ in 0..<50 { Child.requireSilence() }
      }
      #expect(Told(result).text == "")
    }

    @Test("A ring that timed waits back out of is none")
    func timed() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Fine.timedRing()
        Child.requireSilence()
      }
      #expect(Told(result).titles.allSatisfy { $0.contains("order") })
    }

    @Test("Back-off by tries is no ring and no order")
    func backOff() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Fine.backOff()
        Child.requireSilence()
      }
      #expect(Told(result).text == "")
    }

    @Test("Hand-over-hand, a gate lock and one thread with both orders are no misuse")
    func orders() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Fine.handOverHand()
        Fine.gated()
        Fine.bothOrdersAlone()
        Child.requireSilence()
      }
      #expect(Told(result).text == "")
    }

    @Test("A new thread in an old one's place inherits nothing")
    func reused() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Fine.reusedThreads()
        Child.requireSilence()
      }
      #expect(Told(result).text == "")
    }

    @Test("A wait that lasts long for a value is no finding by time alone")
    func longWait() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Detector.configure { settings in
          settings.thresholds.longHold = 1
          settings.thresholds.longWait = 1
        }
        Fine.idle()
        Child.awaitWaits(2)
        for _ in 0..<50 { Child.requireSilence() }
      }
      #expect(Told(result).text == "")
    }
  }
}

private enum Fine {
  static func idle() {
    let work = ConditionLock(condition: 0, name: "work")
    for _ in 0..<3 {
      let worker = thread(named: "worker") {
        work.lock(whenCondition: 1)
        work.unlock(withCondition: 0)
      }
      DispatchQueue.global().async {
        work.lock(whenCondition: 0)
        work.unlock(withCondition: 1)
      }
      worker.join()
    }
    thread(named: "idle worker") { work.lock(whenCondition: 1) }
    DispatchQueue(label: "consumer").async { work.lock(whenCondition: 1) }
  }

  static func timedRing() {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let barrier = Barrier(2)
    let threads = [(left, right), (right, left)].map { first, second in
      thread(named: "patient") {
        first.lock()
        barrier.wait()
        if second.lock(before: Date(timeIntervalSinceNow: 0.2)) { second.unlock() }
        first.unlock()
      }
    }
    threads.forEach { $0.join() }
  }

  static func backOff() {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let threads = [(left, right), (right, left)].map { first, second in
      thread(named: "polite") {
        for _ in 0..<200 {
          first.lock()
          if second.try() { second.unlock() }
          first.unlock()
        }
      }
    }
    threads.forEach { $0.join() }
  }

  static func handOverHand() {
    let chain = (0..<8).map { Lock(name: "link-\($0)") }
    let threads = (0..<3).map { _ in
      thread(named: "walker") {
        chain[0].lock()
        for index in 1..<8 {
          chain[index].lock()
          chain[index - 1].unlock()
        }
        chain[7].unlock()
      }
    }
    threads.forEach { $0.join() }
  }

  static func gated() {
    let gate = Lock(name: "gate")
    let left = Lock(name: "gated left")
    let right = Lock(name: "gated right")
    let done = Barrier(3)
    for (first, second) in [(left, right), (right, left)] {
      Thread {
        gate.lock()
        first.lock()
        second.lock()
        second.unlock()
        first.unlock()
        gate.unlock()
        done.wait()
      }.start()
    }
    done.wait()
  }

  static func bothOrdersAlone() {
    let left = Lock(name: "own left")
    let right = Lock(name: "own right")
    for (first, second) in [(left, right), (right, left)] {
      first.lock()
      second.lock()
      second.unlock()
      first.unlock()
    }
  }

  /// More threads than records are kept for, each with a lock of its own in the same places.
  static func reusedThreads() {
    for _ in 0..<400 {
      let left = ConditionLock(condition: 0, name: "left")
      let right = ConditionLock(condition: 0, name: "right")
      thread(named: "brief") {
        left.lock()
        right.lock()
        right.unlock()
        left.unlock()
      }.join()
    }
  }
}
