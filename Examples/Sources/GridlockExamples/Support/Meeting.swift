import Foundation

/// A point where threads wait until so many have come.
final class Meeting: Sendable {
  /// Its value is the number of threads that are still to come.
  private let missing: NSConditionLock

  init(of count: Int) {
    missing = NSConditionLock(condition: count)
    missing.name = "meeting"
  }

  func arrive() {
    missing.lock()
    missing.unlock(withCondition: missing.condition - 1)
    missing.lock(whenCondition: 0)
    missing.unlock()
  }
}
