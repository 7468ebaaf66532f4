import CGridlock
import Foundation
import GridlockEvents
import Testing

@testable import GridlockLocks

/// What a monitor does with its lock and its line of waiters.
@Suite("Monitors", .timeLimit(.minutes(10)))
struct MonitorTests {
  @Test("A wait hands the lock to a waiter that was passed over too often")
  func handOff() {
    let monitor = MonitorCore<Silent>()
    let order = Shared<[String]>([])
    _ = monitor.mutex.acquire(.lock)
    let waiter = Worker {
      _ = monitor.mutex.acquire(.lock)
      order.change { $0.append("waiter") }
      monitor.mutex.release(.unlock)
    }
    #expect(eventually { monitor.mutex.queued == 1 })
    monitor.mutex.core.pointee.first!.pointee.passed = LockCore<Silent>.bypassLimit
    // Its limit is past: this thread wants the lock back before the waiter can have run.
    #expect(!monitor.wait(.waitUntil, deadline: Deadline(nanosecondsFromNow: 0)))
    order.change { $0.append("this") }
    monitor.mutex.release(.unlock)
    waiter.join()
    #expect(order.value == ["waiter", "this"])
    monitor.drop()
  }

  @Test("In a child made by fork a signal goes to a thread of the child")
  func fork() {
    let monitor = MonitorCore<Silent>()
    let mayEnd = Shared(false)
    let inParent = Worker {
      _ = monitor.mutex.acquire(.lock)
      mayEnd.set(true)
      _ = monitor.wait(.wait)
      monitor.mutex.release(.unlock)
    }
    mayEnd.wait { $0 }
    // Once the lock is to be had, the other thread is in the line.
    _ = monitor.mutex.acquire(.lock)
    monitor.mutex.release(.unlock)

    let child = Child.run {
      _ = monitor.mutex.acquire(.lock)
      let got = Shared<Bool?>(nil)
      let inChild = Worker {
        _ = monitor.mutex.acquire(.lock)
        monitor.mutex.release(.unlock)
        got.set(true)
      }
      // The first in line is of the parent and must not get this signal.
      let alarm = Worker {
        _ = monitor.mutex.acquire(.lock)
        monitor.signal(.signal, all: false)
        monitor.mutex.release(.unlock)
      }
      let signalled = monitor.wait(
        .waitUntil, deadline: Deadline(nanosecondsFromNow: 20_000_000_000))
      monitor.mutex.release(.unlock)
      alarm.join()
      inChild.join()
      return signalled && got.value == true ? 0 : 1
    }
    #expect(child == 0)

    monitor.signal(.signal, all: false)
    inParent.join()
    monitor.drop()
  }
}
