public import Gridlock

/// Stands in for Foundation's class of this name where this module is imported by name:
/// `import typealias GridlockShadowing.NSConditionLock`.
public typealias NSConditionLock = Gridlock.ConditionLock

/// Stands in for Foundation's class of this name.
public typealias NSLock = Gridlock.Lock

/// Stands in for Foundation's class of this name.
public typealias NSRecursiveLock = Gridlock.RecursiveLock

/// Stands in for Foundation's class of this name.
public typealias NSCondition = Gridlock.Condition

/// Stands in for Dispatch's class of this name.
public typealias DispatchSemaphore = Gridlock.Semaphore
