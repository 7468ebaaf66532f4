import Foundation
import Gridlock
import GridlockAnalysis
import GridlockEvents
import Testing

/// What `docs/nsconditionlock.md` says of the class: of Foundation's where that can be tried without
/// waiting for good, which ends the process on Linux, and of Gridlock's always.
@Suite struct ConditionLockFactsTests {
  enum Maker: CaseIterable {
    case foundation
    case gridlock

    func make(_ condition: Int) -> any AnyConditionLock {
      switch self {
      case .foundation: return Foundation.NSConditionLock(condition: condition)
      case .gridlock:
        let lock = Gridlock.ConditionLock(condition: condition)
        // The misuse is on purpose.
        lock.setReaction(.ignore)
        return lock
      }
    }
  }

  /// A limit that has come.
  private static var past: Date { .distantPast }
  /// A limit that comes soon: what is tested is that it does.
  private static var soon: Date { Date(timeIntervalSinceNow: 0.02) }

  @Test("It has forms with a limit", arguments: Maker.allCases)
  func timedForms(_ maker: Maker) {
    let lock = maker.make(0)
    #expect(lock.lock(before: Self.soon))
    #expect(!lock.lock(before: Self.soon))
    lock.unlock(withCondition: 1)
    #expect(!lock.lock(whenCondition: 2, before: Self.soon))
    #expect(lock.lock(whenCondition: 1, before: Self.soon))
    lock.unlock()
  }

  @Test("A limit in the past takes a lock that is free", arguments: Maker.allCases)
  func pastLimit(_ maker: Maker) {
    let lock = maker.make(3)
    #expect(lock.lock(whenCondition: 3, before: Self.past))
    lock.unlock()
  }

  @Test(
    "A release without holding it sets the value: so a chain is started", arguments: Maker.allCases)
  func releaseStartsChain(_ maker: Maker) {
    let lock = maker.make(0)
    lock.unlock(withCondition: 1)
    #expect(lock.condition == 1)
    #expect(lock.tryLock(whenCondition: 1))
    lock.unlock()
  }

  @Test("A release by another thread throws the owner out", arguments: Maker.allCases)
  func releaseThrowsOut(_ maker: Maker) {
    let lock = maker.make(0)
    lock.lock()
    onThread { lock.unlock() }
    // Two are inside now: this thread, and whoever comes.
    #expect(onThread { lock.try() })
    lock.unlock()
  }

  @Test(
    "A release with another value lets nobody in who waits for this one", arguments: Maker.allCases)
  func othersSleepOn(_ maker: Maker) {
    let lock = maker.make(0)
    let gaveUp = Gridlock.thread(named: "waits for 2") {
      #expect(!lock.lock(whenCondition: 2, before: Date(timeIntervalSinceNow: 0.1)))
    }
    lock.lock()
    lock.unlock(withCondition: 1)
    gaveUp.join()
    #expect(lock.condition == 1)
  }

  @Test("A value that is set twice is lost to who waits for the first", arguments: Maker.allCases)
  func overwritten(_ maker: Maker) {
    let lock = maker.make(0)
    lock.lock()
    lock.unlock(withCondition: 1)
    lock.lock()
    lock.unlock(withCondition: 2)
    #expect(!lock.lock(whenCondition: 1, before: Self.soon))
  }

  @Test("Plain unlock keeps the value, and so can break a chain", arguments: Maker.allCases)
  func plainUnlockKeeps(_ maker: Maker) {
    let lock = maker.make(1)
    #expect(lock.tryLock(whenCondition: 1))
    lock.unlock()
    #expect(!lock.lock(whenCondition: 2, before: Self.soon))
  }

  @Test("Plain lock takes it whatever the value", arguments: Maker.allCases)
  func plainLockIgnores(_ maker: Maker) {
    let lock = maker.make(7)
    lock.lock()
    lock.unlock()
    #expect(lock.try())
    lock.unlock()
    #expect(lock.condition == 7)
  }

  @Test("It is not recursive", arguments: Maker.allCases)
  func notRecursive(_ maker: Maker) {
    let lock = maker.make(0)
    lock.lock()
    #expect(!lock.try())
    #expect(!lock.lock(before: Self.soon))
    lock.unlock()
  }

  @Test("A count as value counts, and can only be waited for exactly", arguments: Maker.allCases)
  func countAsValue(_ maker: Maker) {
    let lock = maker.make(0)
    for _ in 0..<3 {
      lock.lock()
      lock.unlock(withCondition: lock.condition + 1)
    }
    #expect(lock.condition == 3)
    // "At least one" can't be said.
    #expect(!lock.lock(whenCondition: 1, before: Self.soon))
    #expect(lock.lock(whenCondition: 3, before: Self.soon))
    lock.unlock()
  }

  @Test("What is read of the value without the lock is true of the past", arguments: Maker.allCases)
  func readWithoutLock(_ maker: Maker) {
    let lock = maker.make(0)
    let seen = lock.condition
    onThread { lock.unlock(withCondition: 1) }
    #expect(seen == 0 && lock.condition == 1)
  }

  @Test("withLock keeps the value", arguments: Maker.allCases)
  func withLockKeeps(_ maker: Maker) {
    let lock = maker.make(5)
    #expect(lock.locked { 1 } == 1)
    #expect(lock.condition == 5)
  }

  @Test("Gridlock lets in who waited longest for the value")
  func longestWaiting() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = Gridlock.ConditionLock(condition: 0)
        let order = Gridlock.ConditionLock(condition: 0)
        let waiters = (1...3).map { number in
          let waiter = Gridlock.thread(named: "waiter \(number)") {
            lock.lock(whenCondition: 1)
            order.lock()
            // Each finds the count that its place in the line says.
            precondition(order.condition == number - 1)
            order.unlock(withCondition: number)
            lock.unlock(withCondition: 1)
          }
          Child.awaitWaits(number)
          return waiter
        }
        lock.lock()
        lock.unlock(withCondition: 1)
        for waiter in waiters { waiter.join() }
        precondition(order.condition == 3)
      }
    }
  }

  /// Runs a body on a thread of its own and waits for its end.
  @discardableResult
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result>()
    let thread = Gridlock.thread(named: "other") { box.value = body() }
    thread.join()
    return box.value!
  }

  private final class Box<Value>: @unchecked Sendable {
    // Written before the thread ends, read after it was joined.
    var value: Value?
  }
}

/// What both classes have.
protocol AnyConditionLock: AnyObject, Sendable {
  var condition: Int { get }
  func lock()
  func lock(before limit: Date) -> Bool
  func lock(whenCondition condition: Int, before limit: Date) -> Bool
  func `try`() -> Bool
  func tryLock(whenCondition condition: Int) -> Bool
  func unlock()
  func unlock(withCondition condition: Int)
  func locked(_ body: () -> Int) -> Int
}

extension Foundation.NSConditionLock: AnyConditionLock {
  func locked(_ body: () -> Int) -> Int { withLock(body) }
}

extension Gridlock.ConditionLock: AnyConditionLock {
  func locked(_ body: () -> Int) -> Int { withLock(body) }
}
