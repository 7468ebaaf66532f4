import Foundation
import Gridlock

/// Memory without any protection of its own.
final class Counter: @unchecked Sendable {
  var value = 0
}

let counter = Counter()
let lock = ConditionLock(condition: 0)
let isGuarded = CommandLine.arguments.last == "guarded"

/// Runs a body on three threads that all have begun before any goes on.
func race(_ body: @escaping @Sendable (Int) -> Void) {
  let begun = DispatchGroup()
  let ended = DispatchGroup()
  for index in 0..<3 {
    begun.enter()
    ended.enter()
    Thread.detachNewThread {
      begun.leave()
      begun.wait()
      body(index)
      ended.leave()
    }
  }
  ended.wait()
}

if isGuarded {
  // Contended, handed over by value, tried, timed, and freed with nobody waiting.
  race { _ in
    for _ in 0..<2_000 {
      lock.lock()
      counter.value += 1
      lock.unlock()
    }
  }
  race { index in
    for _ in 0..<500 {
      lock.lock(whenCondition: index)
      counter.value += 1
      lock.unlock(withCondition: (index + 1) % 3)
    }
  }
  race { _ in
    for _ in 0..<2_000 where lock.try() || lock.lock(before: Date(timeIntervalSinceNow: 1)) {
      counter.value += 1
      lock.unlock()
    }
  }
} else {
  race { _ in
    for _ in 0..<200_000 { counter.value += 1 }
  }
}
print(counter.value)
