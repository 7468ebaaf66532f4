import Foundation
import Gridlock

extension Program {
  /// Threads that take locks in every way to a limit, and free them whether they hold them or not.
  /// Who can still go must go; what else is true of such a lock nobody knows.
  static let foreignStorm = Program(name: "foreign storm", isCorrect: false) { random in
    let values = 1 + random.below(3)
    let lock = ConditionLock(condition: 0)
    let rounds = 50 + random.below(300)
    Worker.all(2 + random.below(5), &random) { _, random in
      for _ in 0..<rounds {
        let wanted = random.below(values)
        switch random.below(6) {
        case 0: lock.unlock()
        case 1: lock.unlock(withCondition: wanted)
        case 2: if lock.try() { lock.unlock() }
        case 3: if lock.lock(before: limit(200, &random)) { lock.unlock() }
        default:
          if lock.lock(whenCondition: wanted, before: limit(200, &random)) {
            lock.unlock(withCondition: random.below(values))
          }
        }
      }
    }
    lock.unlock(withCondition: 7)
    lock.lock(whenCondition: 7)
    check(!lock.try(), "the lock was left open")
    lock.unlock()
  }

  /// Waiters without a limit that only releases by others, of a lock they do not hold, let go.
  static let foreignChain = Program(name: "foreign chain", isCorrect: false) { random in
    let lock = ConditionLock(condition: -1)
    let waiters = 2 + random.below(6)
    let gone = Tally()
    Worker.all(waiters + 1, &random) { me, random in
      if me < waiters {
        lock.lock(whenCondition: me)
        gone.add(1)
        // Leaves it locked: the next release is not its own.
      } else {
        for value in 0..<waiters {
          while gone.value < value { sched_yield() }
          lock.unlock(withCondition: value)
        }
      }
    }
    check(gone.value == waiters, "a waiter was left behind")
    lock.unlock()
  }
}
