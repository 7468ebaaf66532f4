internal import CGridlock
public import Foundation
public import GridlockEvents

/// A lock that also carries an integer a thread can wait for: Foundation's `NSConditionLock`,
/// member for member.
///
/// In debug builds, and with the `Instrumentation` trait, each operation is recorded and stuck
/// threads are explained; otherwise it records nothing.
///
/// | call | free, value = c | free, value ≠ c | held by another | held by caller |
/// | --- | --- | --- | --- | --- |
/// | `lock()` | take | take | wait | finding `self`, then wait |
/// | `lock(whenCondition: c)` | take | wait for c | wait | finding `self`, then wait |
/// | `try()` | true | true | false | false |
/// | `tryLock(whenCondition: c)` | true | false | false | false |
/// | `lock(before:)` | true even if the limit is past | true | wait, false at the limit | false at the limit |
/// | `lock(whenCondition: c, before:)` | true even if the limit is past | wait, false at the limit | wait, false at the limit | false at the limit |
/// | `unlock()` | `non-owner`, no effect | same | `non-owner`, freed | free; wake one who can go |
/// | `unlock(withCondition: v)` | value becomes v | same | `non-owner`, freed, value v | value v, free; wake one who can go |
///
/// - Note: Safe to use from any thread; not from a signal handler. Unlike Foundation's class, a
///   release wakes one waiter that can go and not all, limits use the monotonic clock, and on Linux
///   the forms without a limit wait instead of ending the process.
open class ConditionLock: NSObject, NSLocking, @unchecked Sendable {
  let core: LockCore<DefaultProbe>
  private var storedName: String?

  /// Makes a lock with value 0.
  public convenience override init() { self.init(condition: 0) }

  /// Makes a free lock with a value.
  public init(condition: Int) {
    core = LockCore(kind: .condition, value: condition)
  }

  /// Makes a free lock with a value, and the name it has in reports.
  public convenience init(condition: Int, name: String) {
    self.init(condition: condition)
    self.name = name
  }

  deinit { core.drop() }

  /// The value at this instant, read without the lock: it may be stale before it is used.
  open var condition: Int { core.value }

  /// The name the lock has in reports.
  ///
  /// - Note: May be set at any time, also while a report runs; at most 255 bytes are shown.
  open var name: String? {
    get { LockNames.withMutex { storedName } }
    set {
      LockNames.withMutex { storedName = newValue }
      LockNames.setName(newValue, of: core.core)
    }
  }

  /// Takes the lock; waits while another thread holds it.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock() { _ = core.acquire(.lock) }

  /// Frees the lock and keeps its value; wakes one thread that can go.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock() { core.release(.unlock) }

  /// Takes the lock if it is free.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func `try`() -> Bool { core.tryAcquire(.tryLock) }

  /// Takes the lock if it is free and has this value.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func tryLock(whenCondition condition: Int) -> Bool {
    core.tryAcquire(.tryLockWhen, names: true, wanted: condition)
  }

  /// Takes the lock; waits until it is free and has this value.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock(whenCondition condition: Int) {
    _ = core.acquire(.lockWhen, names: true, wanted: condition)
  }

  /// Takes the lock; waits while another thread holds it, until the limit.
  ///
  /// - Returns: Whether the lock was taken; a free lock is, even if the limit is past.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock(before limit: Date) -> Bool {
    core.acquire(.lockBefore, deadline: Deadline(limit))
  }

  /// Takes the lock; waits until it is free and has this value, until the limit.
  ///
  /// - Returns: Whether the lock was taken; one that can be taken at once is, even if the limit is
  ///   past.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock(whenCondition condition: Int, before limit: Date) -> Bool {
    core.acquire(
      .lockWhenBefore, names: true, wanted: condition, deadline: Deadline(limit))
  }

  /// Frees the lock, gives it a value, and wakes one thread that can go.
  ///
  /// Called without holding the lock it sets the value all the same: the usual way to start a chain.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock(withCondition condition: Int) {
    core.release(.unlockWith, sets: true, value: condition)
  }
}

extension ConditionLock {
  /// Names the lock has in reports and in the graph, never reused.
  public var lockID: LockID { core.id }

  /// Gives values names, so that reports say `1 (full)`.
  ///
  /// - Complexity: O(cases). Does nothing in a build that records nothing.
  public func nameValues<Value: RawRepresentable & CaseIterable>(_ type: Value.Type)
  where Value.RawValue == Int {
    guard let slot = core.core.pointee.slot else { return }
    gl_slot_set_flag(slot, UInt8(GL_VALUES_NAMED))
    ValueNames.set(type.allCases.map { ($0.rawValue, String(describing: $0)) }, of: core.id)
  }
}
