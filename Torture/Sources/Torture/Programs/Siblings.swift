import Foundation
import Gridlock

extension Program {
  /// A bounded buffer with a monitor: signals, broadcasts, and waits with a limit.
  static let buffer = Program(name: "buffer") { random in
    final class Buffer: @unchecked Sendable {
      let room = Condition()
      var items: [Int] = []
    }
    let buffer = Buffer()
    let capacity = 1 + random.below(4)
    let pairs = 1 + random.below(3)
    let rounds = 20 + random.below(300)
    let sum = Tally()
    Worker.all(pairs * 2, &random) { me, random in
      let puts = me % 2 == 0
      for round in 0..<rounds {
        buffer.room.lock()
        while puts ? buffer.items.count == capacity : buffer.items.isEmpty {
          if random.oneIn(4) {
            _ = buffer.room.wait(until: limit(300, &random))
          } else {
            buffer.room.wait()
          }
        }
        if puts {
          buffer.items.append(round)
        } else {
          sum.add(buffer.items.removeFirst())
        }
        check(buffer.items.count <= capacity, "two threads hold one monitor")
        buffer.room.broadcast()
        buffer.room.unlock()
      }
    }
    check(buffer.items.isEmpty, "something was left in the buffer")
    check(sum.value == pairs * rounds * (rounds - 1) / 2, "something was lost in the buffer")
  }

  /// Threads that take tokens, with and without a limit, and give them back.
  static let tokens = Program(name: "tokens") { random in
    let count = 1 + random.below(3)
    let rounds = 50 + random.below(300)
    let tokens = Semaphore(value: count)
    let taken = Tally()
    Worker.all(count + 1 + random.below(5), &random) { _, random in
      for _ in 0..<rounds {
        if random.oneIn(3) {
          guard
            tokens.wait(timeout: .now() + .microseconds(random.below(200))) == .success
          else { continue }
        } else {
          tokens.wait()
        }
        taken.add(1)
        check(taken.value <= count, "more tokens than there are")
        if random.oneIn(20) { sched_yield() }
        taken.add(-1)
        tokens.signal()
      }
    }
    for _ in 0..<count {
      check(tokens.wait(timeout: .now()) == .success, "a token was lost")
    }
    check(tokens.wait(timeout: .now()) == .timedOut, "a token too many")
    for _ in 0..<count { tokens.signal() }
  }

  /// A lock that its owner takes again, to random depths.
  static let recursion = Program(name: "recursion") { random in
    final class Counter: @unchecked Sendable {
      let lock = RecursiveLock()
      var count = 0
    }
    let counter = Counter()
    let rounds = 50 + random.below(200)
    let added = Tally()
    Worker.all(2 + random.below(4), &random) { _, random in
      for _ in 0..<rounds {
        let depth = 1 + random.below(4)
        counter.lock.lock()
        for _ in 1..<max(2, depth) where depth > 1 {
          check(counter.lock.try(), "an owner could not take its own lock again")
        }
        counter.count += 1
        added.add(1)
        for _ in 0..<depth { counter.lock.unlock() }
      }
    }
    check(counter.count == added.value, "two threads hold one recursive lock")
  }
}
