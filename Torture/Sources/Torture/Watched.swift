import Foundation
import Gridlock

/// A condition lock with what must be true of it, kept in plain memory that only the lock guards.
///
/// Where nobody frees it without holding it, the value changes only by a release. So whoever holds
/// the lock finds the value of the last release, and whoever named a value finds that.
final class Watched: @unchecked Sendable {
  let lock: ConditionLock
  private var value: Int
  private var isInside = false
  private var entries = 0

  init(_ value: Int) {
    lock = ConditionLock(condition: value)
    self.value = value
  }

  /// Called by the new owner.
  func entered(wanting wanted: Int? = nil) {
    check(!isInside, "two threads hold one lock")
    isInside = true
    entries += 1
    check(lock.condition == value, "the value is \(lock.condition), the last release left \(value)")
    if let wanted { check(value == wanted, "got the lock at \(value), wanted \(wanted)") }
  }

  /// Frees the lock; nil keeps the value.
  func leave(_ new: Int?) {
    check(isInside, "the lock was taken from its owner")
    isInside = false
    if let new {
      value = new
      lock.unlock(withCondition: new)
    } else {
      lock.unlock()
    }
  }

  /// Called when all threads are gone.
  func checkAtRest(entries expected: Int) {
    check(lock.try(), "held by nobody, yet not free")
    check(entries == expected, "\(entries) entries of \(expected) were kept")
    lock.unlock()
  }
}

/// A limit so many microseconds away, at most; sometimes past.
func limit(_ microseconds: Int, _ random: inout Random) -> Date {
  Date(timeIntervalSinceNow: Double(random.below(microseconds) - microseconds / 20) / 1e6)
}

/// A number that threads add to.
final class Tally: @unchecked Sendable {
  private let guardLock = NSLock()
  private var number = 0

  var value: Int { guardLock.withLock { number } }
  func add(_ amount: Int) { guardLock.withLock { number += amount } }
}
