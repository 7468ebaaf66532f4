import Foundation
import Gridlock

extension Program {
  /// Each thread waits for its number and sets the next, round and round; who waits without a limit
  /// must be woken. Started by a release of a lock nobody holds, or by the first value.
  static let chain = Program(name: "chain") { random in
    let links = 2 + random.below(8)
    let rounds = 20 + random.below(200)
    let startsFree = random.oneIn(2)
    let lock = ConditionLock(condition: startsFree ? -1 : 0)
    let inside = Tally()
    let starter = Worker.start(isKnown: true) {
      if startsFree { lock.unlock(withCondition: 0) }
    }
    Worker.all(links, &random) { me, random in
      for _ in 0..<rounds {
        if random.oneIn(8) {
          while !lock.lock(whenCondition: me, before: limit(500, &random)) {}
        } else {
          lock.lock(whenCondition: me)
        }
        check(lock.condition == me, "got the lock at \(lock.condition), wanted \(me)")
        inside.add(1)
        lock.unlock(withCondition: (me + 1) % links)
      }
    }
    starter.join()
    check(inside.value == links * rounds, "a link of the chain was left out")
    check(lock.condition == 0, "the chain ended at \(lock.condition)")
  }

  /// Producers and consumers over one slot; the impatient among them give up and come again.
  static let handOver = Program(name: "hand-over") { random in
    let pairs = 1 + random.below(4)
    let rounds = 20 + random.below(300)
    let slot = Watched(0)
    let sum = Tally()
    Worker.all(pairs * 2, &random) { me, random in
      let wanted = me % 2
      for round in 0..<rounds {
        if random.oneIn(3) {
          while !slot.lock.lock(whenCondition: wanted, before: limit(200, &random)) {}
        } else {
          slot.lock.lock(whenCondition: wanted)
        }
        slot.entered(wanting: wanted)
        sum.add(wanted == 0 ? round : -round)
        slot.leave(1 - wanted)
      }
    }
    slot.checkAtRest(entries: pairs * 2 * rounds)
    check(sum.value == 0, "what was put in is not what was taken out")
  }
}
