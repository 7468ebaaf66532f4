import Foundation
import Gridlock

/// Hangs that must be found, whatever else goes on.
enum Planted {
  static let kinds = ["cycle", "self", "nested-monitor", "orphan-wait"]

  /// Hangs for ever; the parent reads what is found and ends the process.
  static func run(_ number: Int) {
    let kind = kinds[number % kinds.count]
    // Nobody can tell that no one will ever set a value while others still run.
    guard kind != "orphan-wait" else { return orphan() }
    let noise = Worker.start(isKnown: true) {
      var random = Random(seed: UInt64(number))
      while true {
        for program in [Program.storm, .handOver, .churn] { program.run(&random) }
      }
    }
    switch kind {
    case "cycle": cycle()
    case "self": selfWait()
    default: nestedMonitor()
    }
    noise.join()
  }

  private static func cycle() {
    let locks = ["first", "second"].map { ConditionLock(condition: 0, name: $0) }
    let held = [Semaphore(value: 0), Semaphore(value: 0)]
    for me in 0..<2 {
      _ = thread(named: "planted") {
        locks[me].lock()
        held[me].signal()
        held[1 - me].wait()
        locks[1 - me].lock()
      }
    }
  }

  private static func selfWait() {
    _ = thread(named: "planted") {
      let lock = ConditionLock(condition: 0)
      lock.lock()
      lock.lock()
    }
  }

  /// The only thread that was ever seen to set the value needs the lock that the waiter holds.
  private static func nestedMonitor() {
    let outer = Lock()
    let state = ConditionLock(condition: 0)
    let wasSeen = Semaphore(value: 0)
    let goes = Semaphore(value: 0)
    _ = thread(named: "setter") {
      outer.lock()
      state.lock()
      state.unlock(withCondition: 1)
      state.lock(whenCondition: 1)
      state.unlock(withCondition: 0)
      outer.unlock()
      wasSeen.signal()
      goes.wait()
      outer.lock()
      state.unlock(withCondition: 1)
    }
    _ = thread(named: "planted") {
      wasSeen.wait()
      outer.lock()
      goes.signal()
      state.lock(whenCondition: 1)
    }
  }

  private static func orphan() {
    let state = ConditionLock(condition: 0)
    thread(named: "planted") { state.lock(whenCondition: 1) }.join()
  }
}
