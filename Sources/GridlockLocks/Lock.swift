internal import CGridlock
public import Foundation
public import GridlockEvents

/// A plain lock: Foundation's `NSLock`, member for member.
///
/// - Note: Safe to use from any thread; not from a signal handler. A release by a thread that does
///   not hold it frees it, as Foundation's does on Linux, and is reported as `non-owner`.
open class Lock: NSObject, NSLocking, @unchecked Sendable {
  let core: LockCore<DefaultProbe>
  private var storedName: String?

  /// Makes a free lock.
  public override init() { core = LockCore(kind: .mutex) }

  /// Makes a free lock with the name it has in reports.
  public convenience init(name: String) {
    self.init()
    self.name = name
  }

  deinit { core.drop() }

  /// The name the lock has in reports.
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

  /// Frees the lock and wakes one waiter.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock() { core.release(.unlock) }

  /// Takes the lock if it is free.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func `try`() -> Bool { core.tryAcquire(.tryLock) }

  /// Takes the lock; waits until the limit. True even for a past limit when the lock is free.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock(before limit: Date) -> Bool {
    core.acquire(.lockBefore, deadline: Deadline(limit))
  }
}

extension Lock {
  /// Names the lock has in reports and in the graph, never reused.
  public var lockID: LockID { core.id }
}
