import Foundation

/// Uses every member of the class by its Foundation name, in a file that imports Foundation alone.
public struct EveryMember {
  let plain = NSConditionLock()
  let door: NSConditionLock
  var other: NSConditionLock?

  public init() {
    door = NSConditionLock(condition: 1)
    door.name = "door"
  }

  /// What the calls answered, in their order.
  public func callAll() -> [String] {
    var answers: [String] = []
    func note(_ answer: Any) { answers.append("\(answer)") }

    note(plain.condition)
    note(door.name ?? "none")
    door.lock()
    note(door.try())
    note(door.tryLock(whenCondition: 1))
    note(door.lock(before: .distantPast))
    note(door.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: -1)))
    door.unlock()
    note(door.lock(before: .distantFuture))
    door.unlock(withCondition: 2)
    door.lock(whenCondition: 2)
    door.unlock(withCondition: 3)
    note(door.lock(whenCondition: 3, before: .distantFuture))
    door.unlock()
    note(door.tryLock(whenCondition: 4))
    note(door.withLock { door.condition })
    return answers
  }

  /// What is allowed in async code.
  public func callFromAsync() async -> [Int] {
    let lock: NSConditionLock = NSConditionLock(condition: 5)
    lock.name = "made in a task"
    await Task.yield()
    let inside = lock.withLock { lock.condition }
    return [lock.condition, inside, NSConditionLock().condition]
  }
}

/// A subclass, an extension and a generic use, as code in the wild has them.
final class Turnstile: NSConditionLock, @unchecked Sendable {
  override func lock(whenCondition condition: Int) {
    super.lock(whenCondition: condition)
  }
  override var name: String? {
    get { super.name ?? "turnstile" }
    set { super.name = newValue }
  }
}

extension NSConditionLock {
  func pass(from old: Int, to new: Int) {
    lock(whenCondition: old)
    unlock(withCondition: new)
  }
}

public func passATurnstile() -> (name: String?, condition: Int) {
  let turnstile = Turnstile(condition: 0)
  turnstile.pass(from: 0, to: 1)
  let locks: [any NSLocking] = [turnstile]
  for lock in locks { lock.withLock {} }
  return (turnstile.name, turnstile.condition)
}

public func makeLock() -> NSConditionLock { NSConditionLock(condition: 7) }
