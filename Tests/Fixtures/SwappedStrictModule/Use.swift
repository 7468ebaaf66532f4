public import Foundation

/// In a module with `MemberImportVisibility` and `InternalImportsByDefault`.
public func passAnInt(_ value: Int) -> Int {
  let lock = NSConditionLock(condition: 0)
  lock.unlock(withCondition: value)
  lock.lock(whenCondition: value)
  defer { lock.unlock() }
  return lock.condition
}

public func makeStrictLock() -> NSConditionLock { NSConditionLock() }

/// Foundation's own can still be named.
public func makeFoundationsLock() -> Foundation.NSConditionLock { Foundation.NSConditionLock() }
