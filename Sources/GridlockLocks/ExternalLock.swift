internal import CGridlock
public import Foundation
public import GridlockEvents

/// A lock of another library, as its adapter tells Gridlock of it: it waits, owns and nests in the
/// graph like Gridlock's own.
///
/// | around the other lock's | call before | call after |
/// | --- | --- | --- |
/// | lock | `willAcquire()` | `didAcquire()`, or `didNotAcquire()` when it threw |
/// | lock with a limit | `willAcquire(before:)` | `didAcquire()` or `didNotAcquire()` |
/// | try | – | `didTry(succeeded:)` |
/// | unlock | `didRelease()`, before or after | |
///
/// ```swift
/// import Gridlock
/// import Synchronization
///
/// let cache = Mutex<[String: Int]>([:])
/// let watch = ExternalLock(name: "cache")
///
/// func withCache<Result: Sendable>(_ body: (inout [String: Int]) -> Result) -> Result {
///   watch.willAcquire()
///   return cache.withLock { cache in
///     watch.didAcquire()
///     defer { watch.didRelease() }
///     return body(&cache)
///   }
/// }
/// ```
///
/// Each call comes from the thread that takes or frees the lock. For a lock that several readers
/// share, tell of the writers only.
///
/// - Note: Safe to use from any thread; not from a signal handler. It blocks nobody. Calls out of
///   order do no harm to the program, but what is told wrongly is reported wrongly: a thread that
///   said `willAcquire()` counts as waiting until it says how that ended. Does nothing in a build
///   that records nothing.
public final class ExternalLock: @unchecked Sendable {
  /// Nil in a build that records nothing.
  let core: ExternalCore<DefaultProbe>?
  private var storedName: String?

  /// Makes a free lock with the name it has in reports.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - isRecursive: Whether its owner may take it again; if not, that is finding `self`.
  public init(name: String, isRecursive: Bool = false) {
    core = DefaultProbe.isRecording ? ExternalCore(isRecursive: isRecursive) : nil
    self.name = name
  }

  deinit { core?.drop() }

  /// The name the lock has in reports.
  public var name: String? {
    get { LockNames.withMutex { storedName } }
    set {
      LockNames.withMutex { storedName = newValue }
      if let core { LockNames.setName(newValue, of: core.lock.core) }
    }
  }

  /// Says that the calling thread is about to take the lock, and will wait while another has it.
  @available(*, noasync, message: "A lock belongs to a thread: tell of it in synchronous code")
  public func willAcquire() { core?.willAcquire(.lock) }

  /// Says that the calling thread is about to take the lock, and will wait until the limit.
  @available(*, noasync, message: "A lock belongs to a thread: tell of it in synchronous code")
  public func willAcquire(before limit: Date) {
    core?.willAcquire(.lockBefore, deadline: Deadline(limit))
  }

  /// Says that the calling thread has the lock.
  ///
  /// Without `willAcquire()` before, the lock was got without waiting by a form that would have
  /// waited.
  @available(*, noasync, message: "A lock belongs to a thread: tell of it in synchronous code")
  public func didAcquire() { core?.didAcquire(byTrying: false) }

  /// Says that the calling thread gave up: its limit came, or the call failed.
  @available(*, noasync, message: "A lock belongs to a thread: tell of it in synchronous code")
  public func didNotAcquire() { core?.didNotAcquire() }

  /// Says how a form that never waits ended. It makes no edge in the lock order.
  @available(*, noasync, message: "A lock belongs to a thread: tell of it in synchronous code")
  public func didTry(succeeded: Bool) {
    succeeded ? core?.didAcquire(byTrying: true) : core?.didNotAcquire()
  }

  /// Says that the calling thread frees the lock: before it does, or after.
  @available(*, noasync, message: "A lock belongs to a thread: tell of it in synchronous code")
  public func didRelease() { core?.didRelease() }
}

extension ExternalLock {
  /// Names the lock has in reports and in the graph, never reused.
  public var lockID: LockID { core?.lock.id ?? .none }
}
