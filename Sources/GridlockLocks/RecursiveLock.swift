internal import CGridlock
public import Foundation
public import GridlockEvents

/// A lock its owner may take again: Foundation's `NSRecursiveLock`, member for member.
///
/// - Note: Safe to use from any thread; not from a signal handler. A release by a thread that does
///   not hold it does nothing, as Foundation's, and is reported as `non-owner`.
open class RecursiveLock: NSObject, NSLocking, @unchecked Sendable {
  let core: LockCore<DefaultProbe>
  private var storedName: String?

  /// Makes a free lock.
  public override init() { core = LockCore(kind: .recursive) }

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

  /// Takes the lock, once more if the caller has it; waits while another thread holds it.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock() { _ = core.acquireAgain(.lock) }

  /// Gives back one take; the last frees the lock.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock() { core.releaseOnce() }

  /// Takes the lock if it is free or the caller's.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func `try`() -> Bool { core.tryAcquireAgain(.tryLock) }

  /// Takes the lock; waits until the limit. True even for a past limit when it can be had.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock(before limit: Date) -> Bool {
    core.acquireAgain(.lockBefore, deadline: Deadline(limit))
  }
}

extension RecursiveLock {
  /// Names the lock has in reports and in the graph, never reused.
  public var lockID: LockID { core.id }
}
