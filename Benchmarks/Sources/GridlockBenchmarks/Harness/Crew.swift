import Foundation
import Synchronization

/// Threads of the benchmark.
enum Crew {
  /// Starts a thread that nobody waits for; the end of the process ends it.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = 256 << 10
    thread.start()
  }

  /// Starts so many threads, lets them go at the same instant, and waits until all have ended.
  ///
  /// - Returns: What each gave back.
  @discardableResult
  static func together(
    _ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Double
  ) -> [Double] {
    let ready = Mutex(0)
    let results = Mutex([Double](repeating: 0, count: count))
    let done = DispatchSemaphore(value: 0)
    for index in 0..<count {
      start {
        ready.withLock { $0 += 1 }
        while ready.withLock({ $0 }) < count { sched_yield() }
        let result = body(index)
        results.withLock { $0[index] = result }
        done.signal()
      }
    }
    for _ in 0..<count { done.wait() }
    return results.withLock { $0 }
  }

  /// Starts threads that each enter a wait for good; returns when all have had time to.
  static func waiters(_ count: Int, _ wait: @escaping @Sendable (_ index: Int) -> Void) {
    let entered = DispatchSemaphore(value: 0)
    for index in 0..<count {
      start {
        entered.signal()
        wait(index)
      }
    }
    for _ in 0..<count { entered.wait() }
    if count > 0 { Thread.sleep(forTimeInterval: 0.5) }
  }
}
