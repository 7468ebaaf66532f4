import Foundation
import Testing

@testable import GridlockLocks

/// One table of cases, three subjects.
@Suite("Contract of the condition lock")
struct ContractTests {
  @Test("Each call in each state does what the table says", arguments: Contract.cells)
  func cell(_ cell: Contract.Cell) {
    for kind in SubjectKind.allCases {
      // Foundation's calls without a limit end the process when they have to wait.
      if kind == .foundation, case .waits = cell.outcome { continue }
      check(cell, kind)
    }
  }

  @Test("The table has every cell")
  func complete() {
    #expect(Contract.cells.count == Contract.Call.allCases.count * Contract.State.allCases.count)
  }

  @Test(
    "A timed call that waits takes the lock when it is freed before the limit",
    arguments: SubjectKind.allCases, Limit.far)
  func timedCallTakes(_ kind: SubjectKind, _ limit: Limit) {
    if kind == .foundation, !limit.isSafeForFoundation { return }
    for names in [false, true] {
      let lock = kind.make(Contract.other)
      #expect(lock.try())
      let taken = Shared<Bool?>(nil)
      let waiter = Worker {
        let answer =
          names
          ? lock.lock(whenCondition: Contract.wanted, before: limit.date)
          : lock.lock(before: limit.date)
        taken.set(answer)
        if answer { lock.unlock() }
      }
      if let open = lock as? any OpenSubject { #expect(eventually { open.queued == 1 }) }
      #expect(taken.value == nil)
      lock.unlock(withCondition: Contract.wanted)
      waiter.join()
      #expect(taken.value == true)
      #expect(lock.condition == Contract.wanted)
      #expect(lock.try())
    }
  }

  @Test("A release with another value leaves a waiter waiting", arguments: SubjectKind.ours)
  func otherValue(_ kind: SubjectKind) {
    let lock = kind.makeOurs(0)
    let waiter = Worker {
      lock.lock(whenCondition: 2)
      lock.unlock(withCondition: 5)
    }
    #expect(eventually { lock.queued == 1 })
    for value in [1, -2, Int.max, 3] {
      lock.lock()
      lock.unlock(withCondition: value)
      #expect(lock.queued == 1)
    }
    lock.unlock(withCondition: 2)
    waiter.join()
    #expect(lock.condition == 5)
    #expect(lock.queued == 0)
  }

  @Test("A new lock has value 0 and is free")
  func defaults() {
    let lock = ConditionLock()
    #expect(lock.condition == 0)
    #expect(lock.name == nil)
    #expect(lock.try())
    lock.name = "first"
    #expect(lock.name == "first")
    lock.name = nil
    #expect(lock.name == nil)
    lock.unlock()
    #expect(ConditionLock(condition: 4, name: "named").name == "named")
  }

  @Test("Extreme values are values like any other", arguments: SubjectKind.allCases)
  func extremes(_ kind: SubjectKind) {
    for value in [Int.min, Int.min + 1, -1, 0, 1, Int.max] {
      let lock = kind.make(value)
      #expect(!lock.tryLock(whenCondition: value &+ 1))
      #expect(lock.tryLock(whenCondition: value))
      lock.unlock(withCondition: value &- 1)
      #expect(lock.condition == value &- 1)
    }
  }

  @Test("withLock frees the lock and keeps the value, also when its body throws")
  func scoped() {
    struct Failure: Error {}
    let lock = ConditionLock(condition: 9)
    #expect(lock.withLock { 1 } == 1)
    #expect(throws: Failure.self) { try lock.withLock { throw Failure() } }
    #expect(lock.tryLock(whenCondition: 9))
    lock.unlock()
  }

  // MARK: One cell

  private func check(_ cell: Contract.Cell, _ kind: SubjectKind) {
    let isTimed = cell.call == .lockBefore || cell.call == .lockWhenBefore
    for limit in isTimed ? Limit.allCases : [.now] {
      if case .waitsForLimit = cell.outcome {
        guard Limit.near.contains(limit) else { continue }
        if kind == .foundation, !limit.isSafeForFoundation { continue }
      }
      let lock = kind.make(cell.state.value)
      let note: Comment = "\(kind), \(cell.testDescription), \(limit)"
      let prepared = Shared(false)
      let release = Shared(false)
      var holder: Worker?
      if cell.state == .heldByOther {
        holder = Worker {
          lock.lock()
          prepared.set(true)
          release.wait { $0 }
        }
        prepared.wait { $0 }
      }
      if case .waits = cell.outcome {
        wait(cell, lock as! any OpenSubject, note)
      } else {
        callAtOnce(cell, lock, limit, note)
      }
      release.set(true)
      holder?.join()
    }
  }

  /// The caller waits until somebody frees the lock with the value it wants.
  private func wait(_ cell: Contract.Cell, _ lock: any OpenSubject, _ note: Comment) {
    let taken = Shared(false)
    let caller = Worker {
      if cell.state == .heldByCaller { lock.lock() }
      if cell.call == .lock {
        lock.lock()
      } else {
        lock.lock(whenCondition: Contract.wanted)
      }
      taken.set(true)
    }
    #expect(eventually { lock.queued == 1 }, note)
    #expect(!taken.value, note)
    lock.unlock(withCondition: Contract.wanted)
    caller.join()
    #expect(taken.value, note)
    #expect(!lock.try(), note)
    #expect(lock.condition == Contract.wanted, note)
  }

  private func callAtOnce(
    _ cell: Contract.Cell, _ lock: any Subject, _ limit: Limit, _ note: Comment
  ) {
    if cell.state == .heldByCaller { lock.lock() }
    let begin = ContinuousClock.now
    var taken: Bool?
    switch cell.call {
    case .lock: lock.lock()
    case .lockWhen: lock.lock(whenCondition: Contract.wanted)
    case .try: taken = lock.try()
    case .tryWhen: taken = lock.tryLock(whenCondition: Contract.wanted)
    case .lockBefore: taken = lock.lock(before: limit.date)
    case .lockWhenBefore: taken = lock.lock(whenCondition: Contract.wanted, before: limit.date)
    case .unlock: lock.unlock()
    case .unlockWith: lock.unlock(withCondition: Contract.set)
    }
    switch cell.outcome {
    case .takes:
      #expect(taken != false, note)
      #expect(!lock.try(), note)
      #expect(lock.condition == cell.state.value, note)
      lock.unlock()
    case .refuses, .waitsForLimit:
      #expect(taken == false, note)
      if limit == .soon { #expect(ContinuousClock.now - begin >= .milliseconds(4), note) }
      #expect(lock.condition == cell.state.value, note)
      if cell.state.isHeld {
        #expect(!lock.try(), note)
        lock.unlock()
      }
    case .frees(let value):
      #expect(lock.condition == value ?? cell.state.value, note)
    case .waits:
      Issue.record("not a call that returns at once")
    }
    // Free again: anybody can take it.
    #expect(Worker.once { lock.try() }, note)
  }
}
