import Foundation
import Testing

@testable import GridlockLocks

@Test func smoke() async {
  let lock = ConditionLock(condition: 0, name: "smoke")
  let done = ConditionLock(condition: 0)
  for i in 0..<4 {
    Thread.detachNewThread {
      for round in 0..<2000 {
        lock.lock(whenCondition: i)
        lock.unlock(withCondition: (i + 1) % 4)
        _ = round
      }
      done.lock()
      done.unlock(withCondition: done.condition + 1)
    }
  }
  let ok = await withCheckedContinuation { c in
    Thread.detachNewThread {
      c.resume(returning: done.lock(whenCondition: 4, before: Date().addingTimeInterval(30)))
    }
  }
  #expect(ok)
}
