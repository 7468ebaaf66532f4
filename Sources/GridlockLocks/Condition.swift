internal import CGridlock
public import Foundation
public import GridlockEvents

/// A lock with a line of threads that wait for a signal: Foundation's `NSCondition`, member for
/// member.
///
/// - Note: Safe to use from any thread; not from a signal handler. A wait ends only by a signal, a
///   broadcast or its limit: no spurious wake-ups. A wait without holding the lock is reported as
///   `non-owner`, leaves the lock's owner alone, and takes the lock on waking.
open class Condition: NSObject, NSLocking, @unchecked Sendable {
  let core: MonitorCore<DefaultProbe>
  private var storedName: String?

  /// Makes a free monitor.
  public override init() { core = MonitorCore() }

  /// Makes a free monitor with the name it has in reports.
  public convenience init(name: String) {
    self.init()
    self.name = name
  }

  deinit { core.drop() }

  /// The name the monitor has in reports.
  open var name: String? {
    get { LockNames.withMutex { storedName } }
    set {
      LockNames.withMutex { storedName = newValue }
      LockNames.setName(newValue, of: core.mutex.core)
    }
  }

  /// Takes the lock; waits while another thread holds it.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock() { _ = core.mutex.acquire(.lock) }

  /// Frees the lock and wakes one thread that wants it.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock() { core.mutex.release(.unlock) }

  /// Gives the lock up, waits for a signal, and takes the lock again.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func wait() { _ = core.wait(.wait) }

  /// Gives the lock up, waits for a signal until the limit, and takes the lock again.
  ///
  /// - Returns: Whether a signal came.
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func wait(until limit: Date) -> Bool {
    core.wait(.waitUntil, deadline: Deadline(limit))
  }

  /// Wakes the thread that has waited longest for a signal.
  open func signal() { core.signal(.signal, all: false) }

  /// Wakes every thread that waits for a signal.
  open func broadcast() { core.signal(.broadcast, all: true) }
}

extension Condition {
  /// Names the monitor has in reports and in the graph, never reused.
  public var lockID: LockID { core.mutex.id }
}
