import CGridlock
import Foundation
import Testing

@testable import GridlockLocks

/// Each in a process of its own: the policy is one for the whole process, and set by the detector
/// when the first lock is made. A lost wake-up hangs the
/// child, and the time limit ends it.
@Suite("Wake policy", .timeLimit(.minutes(10)))
struct WakePolicyTests {
  @Test("Chains go round and nobody is lost when every release wakes everybody")
  func broadcast() async {
    await #expect(processExitsWith: .success) { Rounds.run(.broadcast) }
  }

  @Test("Chains go round and nobody is lost when the latest goes first")
  func adversarial() async {
    await #expect(processExitsWith: .success) { Rounds.run(.adversarial) }
  }

  @Test("The latest goes first, until one was passed over too often")
  func latestFirst() async {
    await #expect(processExitsWith: .success) {
      inThread {
        let lock = ConditionLock(condition: 0)
        gl_wake_policy_set(WakePolicy.adversarial.rawValue)
        let order = Shared<[Int]>([])
        let workers = (0..<30).map { number in
          let worker = Worker {
            lock.lock(whenCondition: 1)
            order.change { $0.append(number) }
            // Freed at 0, so that none but the one woken can go.
            lock.unlock(withCondition: 0)
          }
          precondition(eventually { lock.core.queued == number + 1 })
          return worker
        }
        for done in 1...30 {
          lock.lock(whenCondition: 0)
          lock.unlock(withCondition: 1)
          precondition(order.wait { $0.count == done })
        }
        for worker in workers { worker.join() }
        precondition(Array(order.value.prefix(16)) == Array((14..<30).reversed()))
        precondition(order.value[16] == 0)
      }
    }
  }

  @Test("A signal goes to the latest")
  func signal() async {
    await #expect(processExitsWith: .success) {
      inThread {
        let monitor = Condition()
        gl_wake_policy_set(WakePolicy.adversarial.rawValue)
        let order = Shared<[Int]>([])
        let begun = Shared(0)
        let workers = (0..<2).map { number in
          let worker = Worker {
            monitor.lock()
            begun.change { $0 += 1 }
            monitor.wait()
            order.change { $0.append(number) }
            monitor.unlock()
          }
          precondition(begun.wait { $0 == number + 1 })
          // Has the lock only once the worker waits.
          monitor.lock()
          monitor.unlock()
          return worker
        }
        monitor.signal()
        workers[1].join()
        monitor.signal()
        workers[0].join()
        precondition(order.value == [1, 0])
      }
    }
  }
}

/// Leaves the asynchronous context of an exit test's body.
private func inThread(_ body: () -> Void) { body() }

private enum Rounds {
  /// Eight threads hand a value round while others take the lock at any value and give up soon.
  static func run(_ policy: WakePolicy) {
    let lock = ConditionLock(condition: -1)
    gl_wake_policy_set(policy.rawValue)
    let count = Shared(0)
    let semaphore = Semaphore(value: 0)
    let ring = (0..<8).map { value in
      Worker {
        for _ in 0..<500 {
          lock.lock(whenCondition: value)
          count.change { $0 += 1 }
          lock.unlock(withCondition: (value + 1) % 8)
          semaphore.signal()
        }
      }
    }
    let passers = (0..<3).map { number in
      Worker {
        for turn in 0..<500 {
          if turn % 3 == number {
            if lock.lock(whenCondition: turn % 8, before: Date(timeIntervalSinceNow: 0.000_1)) {
              lock.unlock()
            }
          } else {
            lock.lock()
            lock.unlock()
          }
        }
      }
    }
    let counters = (0..<4).map { _ in Worker { for _ in 0..<1_000 { semaphore.wait() } } }
    lock.unlock(withCondition: 0)
    for worker in ring + passers + counters { worker.join() }
    precondition(count.value == 4_000)
    precondition(lock.core.queued == 0)
  }
}
