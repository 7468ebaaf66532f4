import CRivals
import Foundation
import Gridlock

/// Two parties that go in turns: this thread, and a partner that runs until the process ends.
struct HandOff {
  /// Takes this thread's turn: waits for it, does the work, gives the turn to the partner.
  let turn: () -> Void

  /// So many times there and back.
  var side: Contest.Side {
    let turn = turn
    return { count in for _ in 0..<count { turn() } }
  }

  /// - Parameters:
  ///   - work: What is done while it is one's turn.
  ///   - others: Threads that wait for values nobody sets.
  static func ours(others: Int = 0, work: @escaping @Sendable () -> Void = {}) -> HandOff {
    let lock = ConditionLock(condition: 0)
    Crew.waiters(others) { lock.lock(whenCondition: 1000 + $0) }
    Crew.start {
      while true {
        lock.lock(whenCondition: 1)
        work()
        lock.unlock(withCondition: 0)
      }
    }
    return HandOff {
      lock.lock(whenCondition: 0)
      work()
      lock.unlock(withCondition: 1)
    }
  }

  /// As `ours`, with a new partner for each round: on which processor the kernel wakes a thread is
  /// luck that lasts, and with one partner would decide the whole row.
  static func oursWithNewPartners(others: Int = 0) -> Contest.Side {
    let lock = ConditionLock(condition: 0)
    Crew.waiters(others) { lock.lock(whenCondition: 1000 + $0) }
    return { count in
      let ended = DispatchSemaphore(value: 0)
      Crew.start {
        for _ in 0..<count {
          lock.lock(whenCondition: 1)
          lock.unlock(withCondition: 0)
        }
        ended.signal()
      }
      for _ in 0..<count {
        lock.lock(whenCondition: 0)
        lock.unlock(withCondition: 1)
      }
      ended.wait()
    }
  }

  /// Foundation's class needs a limit to wait at all on Linux.
  static func foundation(others: Int) -> HandOff {
    let lock = NSConditionLock(condition: 0)
    let limit = Date(timeIntervalSinceNow: 100_000)
    Crew.waiters(others) { _ = lock.lock(whenCondition: 1000 + $0, before: limit) }
    Crew.start {
      while true {
        _ = lock.lock(whenCondition: 1, before: limit)
        lock.unlock(withCondition: 0)
      }
    }
    return HandOff {
      _ = lock.lock(whenCondition: 0, before: limit)
      lock.unlock(withCondition: 1)
    }
  }

  static func pthread(work: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) -> HandOff {
    let turn = Shared(rival_turn_make())
    Crew.start { while true { rival_turn_pass(turn.value, 1, 0, work, nil) } }
    return HandOff { rival_turn_pass(turn.value, 0, 1, work, nil) }
  }

  static func condition(work: @escaping @Sendable () -> Void) -> HandOff {
    let condition = NSCondition()
    let isPartners = Shared(false)
    @Sendable func pass(_ mine: Bool) {
      condition.lock()
      while isPartners.value != mine { condition.wait() }
      work()
      isPartners.value = !mine
      condition.signal()
      condition.unlock()
    }
    Crew.start { while true { pass(true) } }
    return HandOff { pass(false) }
  }

  static func dispatch(work: @escaping @Sendable () -> Void) -> HandOff {
    let here = DispatchSemaphore(value: 0)
    let there = DispatchSemaphore(value: 0)
    Crew.start {
      while true {
        there.wait()
        work()
        here.signal()
      }
    }
    here.signal()
    return HandOff {
      here.wait()
      work()
      there.signal()
    }
  }
}
