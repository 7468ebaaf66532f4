import CGridlock
import GridlockEvents
import Testing

@testable import GridlockLocks

@Suite("Waking waiters that nobody woke")
struct StirTests {
  /// Stirs all waiters again and again while the workers run.
  private func stirring(_ workers: [Worker]) {
    let isOver = Shared(false)
    let stirrer = Worker {
      while !isOver.value { gl_threads_stir() }
    }
    for worker in workers { worker.join() }
    isOver.change { $0 = true }
    stirrer.join()
  }

  @Test("Values are handed on in order, each once")
  func values() {
    let lock = LockCore<Recording>(kind: .condition)
    let turns = Shared<[Int]>([])
    let workers = (0..<3).map { turn in
      Worker {
        for _ in 0..<2_000 {
          _ = lock.acquire(.lockWhen, names: true, wanted: turn)
          turns.change { $0.append(turn) }
          lock.release(.unlockWith, sets: true, value: (turn + 1) % 3)
        }
      }
    }
    stirring(workers)
    #expect(turns.value.indices.allSatisfy { turns.value[$0] == $0 % 3 })
    #expect(turns.value.count == 6_000)
  }

  @Test("A count is taken as often as it was given")
  func counts() {
    let semaphore = SemaphoreCore<Recording>(value: 0)
    let takers = (0..<3).map { _ in
      Worker { for _ in 0..<2_000 { _ = semaphore.wait(.semaphoreWait) } }
    }
    let giver = Worker { for _ in 0..<6_000 { _ = semaphore.signal() } }
    stirring(takers + [giver])
    #expect(semaphore.lock.value == 0)
  }

  @Test("Signals go to those who wait, and none is lost")
  func signals() {
    let monitor = MonitorCore<Recording>()
    let ready = Shared(0)
    let waiters = (0..<3).map { _ in
      Worker {
        for _ in 0..<1_000 {
          _ = monitor.mutex.acquire(.lock)
          while ready.value == 0 { _ = monitor.wait(.wait) }
          ready.change { $0 -= 1 }
          monitor.mutex.release(.unlock)
        }
      }
    }
    let signaller = Worker {
      for _ in 0..<3_000 {
        _ = monitor.mutex.acquire(.lock)
        ready.change { $0 += 1 }
        monitor.signal(.signal, all: false)
        monitor.mutex.release(.unlock)
      }
    }
    stirring(waiters + [signaller])
    #expect(ready.value == 0)
  }

  @Test("A waiter whose wake-up was lost goes on")
  func lost() {
    let lock = LockCore<Recording>(kind: .condition)
    let waiter = Worker {
      _ = lock.acquire(.lockWhen, names: true, wanted: 1)
      lock.release(.unlock)
    }
    func queued() -> UInt32 {
      gl_core_lock_queue(lock.core)
      defer { lock.unlockQueue() }
      return lock.core.pointee.waiters
    }
    #expect(eventually { queued() == 1 })
    gl_core_set_value(lock.core, 1)
    stirring([waiter])
    #expect(queued() == 0)
  }
}
