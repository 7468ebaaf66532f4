import CGridlock
import Foundation
import GridlockEvents
import Testing

@testable import GridlockLocks

/// A condition lock under test: Foundation's, ours, or the bare algorithm without recording.
protocol Subject: AnyObject, Sendable {
  var condition: Int { get }
  func lock()
  func lock(whenCondition condition: Int)
  func `try`() -> Bool
  func tryLock(whenCondition condition: Int) -> Bool
  func lock(before limit: Date) -> Bool
  func lock(whenCondition condition: Int, before limit: Date) -> Bool
  func unlock()
  func unlock(withCondition condition: Int)
}

extension NSConditionLock: Subject {}
extension ConditionLock: Subject {}

/// The lock of release builds, whatever the build.
final class SilentLock: Subject {
  let core: LockCore<Silent>
  init(condition: Int) { core = LockCore(kind: .condition, value: condition) }
  deinit { core.drop() }

  var condition: Int { core.value }
  func lock() { _ = core.acquire(.lock) }
  func lock(whenCondition condition: Int) {
    _ = core.acquire(.lockWhen, names: true, wanted: condition)
  }
  func `try`() -> Bool { core.tryAcquire(.tryLock) }
  func tryLock(whenCondition condition: Int) -> Bool {
    core.tryAcquire(.tryLockWhen, names: true, wanted: condition)
  }
  func lock(before limit: Date) -> Bool {
    core.acquire(.lockBefore, deadline: Deadline(limit))
  }
  func lock(whenCondition condition: Int, before limit: Date) -> Bool {
    core.acquire(.lockWhenBefore, names: true, wanted: condition, deadline: Deadline(limit))
  }
  func unlock() { core.release(.unlock) }
  func unlock(withCondition condition: Int) {
    core.release(.unlockWith, sets: true, value: condition)
  }
}

/// A lock whose queue a test can look at.
protocol OpenSubject: Subject {
  /// How many threads are queued.
  var queued: Int { get }
  var isHeld: Bool { get }
}

extension ConditionLock: OpenSubject {
  var queued: Int { core.queued }
  var isHeld: Bool { !core.isFree }
}

extension SilentLock: OpenSubject {
  var queued: Int { core.queued }
  var isHeld: Bool { !core.isFree }
}

extension LockCore {
  var queued: Int {
    gl_core_lock_queue(core)
    defer { unlockQueue() }
    return Int(core.pointee.waiters)
  }
}

enum SubjectKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case recording, silent, foundation

  var testDescription: String { rawValue }

  func make(_ value: Int) -> any Subject {
    switch self {
    case .recording: ConditionLock(condition: value)
    case .silent: SilentLock(condition: value)
    case .foundation: NSConditionLock(condition: value)
    }
  }

  /// The kinds whose calls without a limit wait; on Linux Foundation's end the process.
  static let ours: [SubjectKind] = [.recording, .silent]

  func makeOurs(_ value: Int) -> any OpenSubject {
    self == .silent ? SilentLock(condition: value) : ConditionLock(condition: value)
  }
}
