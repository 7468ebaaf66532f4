import CGridlock
import Foundation
import Gridlock
import GridlockEvents
import GridlockLocks

/// What the tests of poking run.
extension LiveFixture {
  /// Threads that wait in each way there is, for what does not come.
  static func waiters() -> Never {
    let held = ConditionLock(condition: 0, name: "held")
    held.lock()
    let slot = ConditionLock(condition: 0, name: "slot")
    let count = Gridlock.Semaphore(value: 0)
    let bell = Gridlock.Condition()
    thread(named: "for the lock") { held.lock() }
    thread(named: "for a value") { slot.lock(whenCondition: 1) }
    thread(named: "for a count") { count.wait() }
    thread(named: "for a signal") {
      bell.lock()
      bell.wait()
    }
    awaitWaits(4)
    ready()
  }

  /// A value set behind the lock's back: nobody is woken, as if a wake-up had been lost.
  static func lostWakeup() -> Never {
    let lock = LockCore<Recording>(kind: .condition)
    let waiter = thread(named: "waiter") {
      _ = lock.acquire(.lockWhen, names: true, wanted: 1)
      say("went on")
      lock.release(.unlock)
    }
    awaitWaits(1)
    gl_core_set_value(lock.core, 1)
    gl_store_value(&lock.core.pointee.slot!.pointee.value, 1)
    say("ready")
    waiter.join()
    say("waiter ended")
    while true { pause() }
  }
}
