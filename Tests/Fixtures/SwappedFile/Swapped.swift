import Foundation

import typealias GridlockShadowing.NSConditionLock

/// A file that has its own meaning of the name.
public enum Swapped {
  public static func lock() -> any NSLocking { make(condition: 1) }

  private static func make(condition: Int) -> NSConditionLock {
    let lock: NSConditionLock = NSConditionLock(condition: condition)
    lock.lock(whenCondition: condition)
    lock.unlock(withCondition: condition + 1)
    return lock
  }
}
