internal import CGridlock
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockLocks

extension Waiter {
  /// This thread as the detectors see it.
  var state: ThreadState? { Arena.own?.readThread(pointee.index) }

  /// The semaphores of one that this thread took and nobody gave back since.
  var gates: [LockID] {
    let mine = pointee.gates
    return [mine.0, mine.1, mine.2, mine.3].lazy.filter { $0 != 0 }.map { LockID(rawValue: $0) }
      .filter { gate in
        LiveDetector.state(of: gate)?.takers.contains { $0.thread.rawValue == pointee.id } == true
      }
  }

  /// Here and now.
  func mark(stack: StackID = .none) -> Mark {
    Mark(
      thread: ThreadID(rawValue: pointee.id), time: gl_now(), stack: stack,
      tag: SiteTag(rawValue: pointee.tag))
  }

  /// This thread's latest try of `lock`, when it failed and nothing was taken since.
  func failedTry(of lock: LockID) -> Mark? {
    guard let record = pointee.record, record.pointee.poll_count > 0,
      record.pointee.poll_lock == lock.rawValue, record.pointee.poll_time > 0
    else { return nil }
    return Mark(
      thread: ThreadID(rawValue: pointee.id), time: record.pointee.poll_time,
      stack: StackID(rawValue: record.pointee.poll_stack),
      tag: SiteTag(rawValue: record.pointee.poll_tag))
  }
}

extension LiveDetector {
  /// The slot of a lock that is still there.
  static func slot(of lock: LockID) -> UnsafeMutablePointer<gl_slot>? {
    guard let base = gl_arena_base(), lock != .none else { return nil }
    let slot = gl_arena_slot(base, lock.index)
    return gl_load_acquire(&slot.pointee.id) == lock.rawValue ? slot : nil
  }

  static func state(of lock: LockID) -> LockState? {
    slot(of: lock) == nil ? nil : Arena.own?.readLock(lock.index)
  }

  /// How a thread took a lock, from its own list.
  static func hold(of lock: LockID, by thread: ThreadID) -> Hold? {
    let state = Arena.own?.readThread(thread.index)
    let known = state?.id == thread ? state?.holds.last { $0.lock == lock } : nil
    return known ?? Hold(lock: lock, operation: .lock, mark: Mark(thread: thread))
  }
}
