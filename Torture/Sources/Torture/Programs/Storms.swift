import Foundation
import Gridlock

extension Program {
  /// Threads that take locks in every way, one at a time.
  static let storm = Program(name: "storm") { random in
    let values = 1 + random.below(3)
    let locks = (0..<1 + random.below(3)).map { _ in Watched(random.below(values)) }
    let entries = locks.map { _ in Tally() }
    let rounds = 50 + random.below(400)
    Worker.all(2 + random.below(7), &random) { _, random in
      for _ in 0..<rounds {
        let which = random.below(locks.count)
        guard take(locks[which], values: values, &random) else { continue }
        entries[which].add(1)
        if random.oneIn(30) { sched_yield() }
        locks[which].leave(random.oneIn(2) ? random.below(values) : nil)
      }
    }
    for (lock, entries) in zip(locks, entries) { lock.checkAtRest(entries: entries.value) }
  }

  /// Threads that take several locks, always in the same order.
  static let nestedStorm = Program(name: "nested storm") { random in
    let locks = (0..<2 + random.below(3)).map { _ in Watched(0) }
    let entries = locks.map { _ in Tally() }
    let rounds = 50 + random.below(200)
    Worker.all(2 + random.below(5), &random) { _, random in
      for _ in 0..<rounds {
        var taken: [Int] = []
        for which in locks.indices where random.oneIn(2) {
          if random.oneIn(4) {
            guard locks[which].lock.lock(before: limit(200, &random)) else { continue }
          } else {
            locks[which].lock.lock()
          }
          locks[which].entered()
          entries[which].add(1)
          taken.append(which)
        }
        taken.shuffle(using: &random)
        for which in taken { locks[which].leave(random.oneIn(2) ? random.below(3) : nil) }
      }
    }
    for (lock, entries) in zip(locks, entries) { lock.checkAtRest(entries: entries.value) }
  }

  /// Waits for a value only to a limit, as nobody need ever set it.
  private static func take(_ watched: Watched, values: Int, _ random: inout Random) -> Bool {
    let wanted = random.below(values)
    let lock = watched.lock
    switch random.below(6) {
    case 0:
      guard lock.try() else { return false }
      watched.entered()
    case 1:
      guard lock.tryLock(whenCondition: wanted) else { return false }
      watched.entered(wanting: wanted)
    case 2:
      guard lock.lock(before: limit(300, &random)) else { return false }
      watched.entered()
    case 3, 4:
      guard lock.lock(whenCondition: wanted, before: limit(300, &random)) else { return false }
      watched.entered(wanting: wanted)
    default:
      lock.lock()
      watched.entered()
    }
    return true
  }
}
