import CGridlock
import Foundation
import Testing

@testable import GridlockLocks

/// Many threads on one lock. All threads are joined: a lost wake-up hangs the test, and the time
/// limit ends it.
@Suite("Stress", .timeLimit(.minutes(10)))
struct StressTests {
  /// Plain memory that only the lock guards.
  private final class Guarded: @unchecked Sendable {
    var count = 0
    var inside = 0
    var worst = 0

    func enter() {
      inside += 1
      worst = max(worst, inside)
      count += 1
      inside -= 1
    }
  }

  @Test("Only one thread is inside, whichever call let it in", arguments: SubjectKind.ours)
  func exclusion(_ kind: SubjectKind) {
    let lock = kind.makeOurs(0)
    let guarded = Guarded()
    let entered = Shared(0)
    Worker.all(6) { thread in
      var random = SeededGenerator(seed: UInt64(thread) + 10)
      var mine = 0
      for _ in 0..<5_000 {
        let isIn: Bool
        switch Int.random(in: 0..<6, using: &random) {
        case 0: isIn = lock.try()
        case 1: isIn = lock.lock(before: Date(timeIntervalSinceNow: 0.000_05))
        case 2: isIn = lock.tryLock(whenCondition: thread % 2)
        case 3:
          isIn = lock.lock(
            whenCondition: thread % 2, before: Date(timeIntervalSinceNow: 0.000_05))
        default:
          lock.lock()
          isIn = true
        }
        guard isIn else { continue }
        guarded.enter()
        mine += 1
        if random.oneIn(3) {
          lock.unlock()
        } else {
          lock.unlock(withCondition: Int.random(in: 0..<2, using: &random))
        }
      }
      entered.change { $0 += mine }
    }
    #expect(guarded.count == entered.value)
    #expect(guarded.worst == 1)
    #expect(lock.queued == 0)
    #expect(!lock.isHeld)
  }

  @Test("A chain over eight values goes round", arguments: SubjectKind.ours)
  func chain(_ kind: SubjectKind) {
    let lock = kind.makeOurs(-1)
    let guarded = Guarded()
    let rounds = 1_000
    let workers = (0..<8).map { value in
      Worker {
        for _ in 0..<rounds {
          lock.lock(whenCondition: value)
          guarded.enter()
          lock.unlock(withCondition: (value + 1) % 8)
        }
      }
    }
    // Nobody holds the lock: the usual way to start a chain.
    #expect(eventually { lock.queued == 8 })
    lock.unlock(withCondition: 0)
    for worker in workers { worker.join() }
    #expect(guarded.count == 8 * rounds)
    #expect(lock.condition == 0)
  }

  @Test(
    "Two alternate while 200 wait for other values, and all go in the end",
    arguments: SubjectKind.ours)
  func bystanders(_ kind: SubjectKind) {
    let lock = kind.makeOurs(0)
    let gone = Shared(0)
    let bystanders = (0..<200).map { index in
      Worker {
        lock.lock(whenCondition: 1_000 + index)
        gone.change { $0 += 1 }
        lock.unlock(withCondition: 1_001 + index)
      }
    }
    #expect(eventually { lock.queued == 200 })
    Worker.all(2) { me in
      for _ in 0..<2_000 {
        lock.lock(whenCondition: me)
        lock.unlock(withCondition: 1 - me)
      }
    }
    #expect(lock.queued == 200)
    #expect(gone.value == 0)
    lock.unlock(withCondition: 1_000)
    for bystander in bystanders { bystander.join() }
    #expect(gone.value == 200)
    #expect(lock.condition == 1_200)
  }

  @Test("Many waiters for one value go one by one", arguments: SubjectKind.ours)
  func sameValue(_ kind: SubjectKind) {
    let lock = kind.makeOurs(0)
    let guarded = Guarded()
    let workers = (0..<100).map { _ in
      Worker {
        lock.lock(whenCondition: 1)
        guarded.enter()
        lock.unlock()
      }
    }
    #expect(eventually { lock.queued == 100 })
    lock.unlock(withCondition: 1)
    for worker in workers { worker.join() }
    #expect(guarded.count == 100)
  }

  @Test("No wake-up is lost where time-outs race with it", arguments: SubjectKind.ours)
  func timeouts(_ kind: SubjectKind) {
    let lock = kind.makeOurs(0)
    let consumed = Shared(0)
    let isOver = Shared(false)
    let produced = 3_000
    // Impatient ones: a wake-up that reaches one at its limit must go on to another.
    let impatient = (0..<3).map { seed in
      Worker {
        var random = SeededGenerator(seed: UInt64(seed))
        while !isOver.value {
          let limit = Date(timeIntervalSinceNow: Double.random(in: 0...0.000_2, using: &random))
          guard lock.lock(whenCondition: 1, before: limit) else { continue }
          if isOver.value {
            lock.unlock(withCondition: 1)
          } else {
            consumed.change { $0 += 1 }
            lock.unlock(withCondition: 0)
          }
        }
      }
    }
    let patient = Worker {
      while true {
        lock.lock(whenCondition: 1)
        if isOver.value {
          lock.unlock(withCondition: 1)
          return
        }
        consumed.change { $0 += 1 }
        lock.unlock(withCondition: 0)
      }
    }
    // Waits for each to be consumed, without limit: one lost wake-up and nobody ever goes on.
    for _ in 0..<produced {
      lock.lock(whenCondition: 0)
      lock.unlock(withCondition: 1)
    }
    lock.lock(whenCondition: 0)
    isOver.set(true)
    lock.unlock(withCondition: 1)
    patient.join()
    for worker in impatient { worker.join() }
    #expect(consumed.value == produced)
    #expect(lock.queued == 0)
  }

  @Test("A waiter that takes the lock by its limit leaves no trace", arguments: SubjectKind.ours)
  func timedStorm(_ kind: SubjectKind) {
    let lock = kind.makeOurs(0)
    let guarded = Guarded()
    let taken = Shared(0)
    Worker.all(8) { thread in
      var random = SeededGenerator(seed: UInt64(thread) + 77)
      var mine = 0
      for _ in 0..<600 {
        let limit = Date(timeIntervalSinceNow: Double.random(in: 0...0.000_3, using: &random))
        let isIn =
          random.oneIn(2)
          ? lock.lock(whenCondition: Int.random(in: 0..<3, using: &random), before: limit)
          : lock.lock(before: limit)
        guard isIn else { continue }
        guarded.enter()
        mine += 1
        if random.oneIn(8) { sched_yield() }
        lock.unlock(withCondition: Int.random(in: 0..<3, using: &random))
      }
      taken.change { $0 += mine }
    }
    #expect(guarded.count == taken.value)
    #expect(guarded.worst == 1)
    #expect(lock.queued == 0)
    #expect(!lock.isHeld)
  }

  @Test(
    "A thread that keeps taking the lock again can't keep a waiter out",
    arguments: SubjectKind.ours)
  func bypass(_ kind: SubjectKind) {
    let lock = kind.makeOurs(0)
    let isIn = Shared(false)
    let turns = Shared(0)
    lock.lock()
    let waiter = Worker {
      lock.lock()
      isIn.set(true)
      lock.unlock()
    }
    #expect(eventually { lock.queued == 1 })
    // The lock is free only for an instant each time.
    while !isIn.value {
      lock.unlock()
      lock.lock()
      turns.change { $0 += 1 }
      sched_yield()
    }
    lock.unlock()
    waiter.join()
    #expect(turns.value < 1_000_000)
  }

  @Test("A waiter passed over too often is handed the lock by the next release")
  func handOff() {
    let lock = SilentLock(condition: 0)
    lock.lock()
    let isIn = Shared(false)
    let mayLeave = Shared(false)
    let waiter = Worker {
      lock.lock()
      isIn.set(true)
      mayLeave.wait { $0 }
      lock.unlock()
    }
    #expect(eventually { lock.queued == 1 })
    lock.core.core.pointee.first!.pointee.passed = LockCore<Silent>.bypassLimit
    lock.unlock()
    // Held at once, before the waiter has run: nobody can come between.
    #expect(lock.isHeld)
    #expect(!lock.try())
    isIn.wait { $0 }
    #expect(lock.queued == 0)
    mayLeave.set(true)
    waiter.join()
    #expect(lock.try())
  }

  @Test(
    "Threads that use each lock once and free it find no other's waiters",
    arguments: SubjectKind.ours)
  func reuse(_ kind: SubjectKind) {
    // Freed memory is handed out again at once: the last to leave frees the lock while the other
    // may still be on its way out of its own release.
    Worker.all(2) { _ in
      for _ in 0..<500 {
        let lock = kind.makeOurs(0)
        let other = Worker {
          lock.lock(whenCondition: 1)
          lock.unlock(withCondition: 2)
        }
        lock.lock()
        lock.unlock(withCondition: 1)
        lock.lock(whenCondition: 2)
        lock.unlock()
        other.join()
      }
    }
  }
}
