internal import CGridlock
public import Dispatch
internal import Foundation
public import GridlockEvents

/// A counting semaphore: Dispatch's, member for member.
///
/// - Note: Safe to use from any thread; not from a signal handler. Unlike Dispatch's, one that goes
///   away with a count below its first does not end the process.
open class Semaphore: @unchecked Sendable {
  let core: SemaphoreCore<DefaultProbe>
  private var storedName: String?

  /// Makes a semaphore with a count.
  ///
  /// - Precondition: `value` is not negative.
  public init(value: Int) {
    precondition(value >= 0, "a semaphore's count can't be negative")
    core = SemaphoreCore(value: value)
  }

  deinit { core.drop() }

  /// The name the semaphore has in reports.
  public var name: String? {
    get { LockNames.withMutex { storedName } }
    set {
      LockNames.withMutex { storedName = newValue }
      LockNames.setName(newValue, of: core.lock.core)
    }
  }

  /// Takes the count down by one; waits while it is zero.
  @available(
    *, noasync, message: "Await a Task handle rather than blocking a thread on a semaphore"
  )
  open func wait() { _ = core.wait(.semaphoreWait) }

  /// Takes the count down by one; waits while it is zero, until the limit.
  @available(
    *, noasync, message: "Await a Task handle rather than blocking a thread on a semaphore"
  )
  open func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
    guard timeout != .distantFuture else {
      wait()
      return .success
    }
    let now = DispatchTime.now().uptimeNanoseconds
    let left = timeout.uptimeNanoseconds > now ? timeout.uptimeNanoseconds - now : 0
    return core.wait(.semaphoreWaitUntil, deadline: Deadline(nanosecondsFromNow: left))
      ? .success : .timedOut
  }

  /// Takes the count down by one; waits while it is zero, until the limit by the wall clock.
  @available(
    *, noasync, message: "Await a Task handle rather than blocking a thread on a semaphore"
  )
  open func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
    guard wallTimeout != .distantFuture else {
      wait()
      return .success
    }
    // Wall times are kept negated by Dispatch, as nanoseconds since 1970.
    let limit = Double(0 &- Int64(bitPattern: wallTimeout.rawValue)) / 1e9
    return core.wait(
      .semaphoreWaitUntil, deadline: Deadline(Date(timeIntervalSince1970: limit)))
      ? .success : .timedOut
  }

  /// Raises the count by one.
  ///
  /// - Returns: Not zero when a thread was waiting.
  @discardableResult
  open func signal() -> Int { core.signal() ? 1 : 0 }
}

extension Semaphore {
  /// Names the semaphore has in reports and in the graph, never reused.
  public var lockID: LockID { core.lock.id }
}
