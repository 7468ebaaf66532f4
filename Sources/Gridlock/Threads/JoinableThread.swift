internal import CGridlock
internal import Foundation
internal import GridlockEvents
internal import GridlockLocks
internal import Synchronization

/// A thread Gridlock knows from start to end; made by ``thread(named:stackSize:_:)``.
public final class JoinableThread: Sendable {
  /// 0 until the thread is known, 1 until its start is recorded, 2 while it runs, 3 after it ended.
  private let stage = LockCore<Silent>(kind: .condition)
  private let identity = Atomic<UInt64>(0)
  /// What stands behind it in a controlled run.
  private let steered: (any SteeredThread)?

  deinit { stage.drop() }

  /// A thread of a controlled run.
  package init(_ steered: any SteeredThread) { self.steered = steered }

  init(named name: String, stackSize: Int, body: @escaping @Sendable () -> Void) {
    steered = nil
    let scope = FindingScope.current
    let worker = Thread { [self] in
      let me = gl_self_recorded()
      // A signal mask inherited from a worker of a pool does not make it one.
      ThreadEvents.declarePlain(me)
      gl_thread_set_name(name)
      identity.store(me.pointee.id, ordering: .releasing)
      stage.release(.unlockWith, sets: true, value: 1)
      _ = stage.acquire(.lockWhen, names: true, wanted: 2)
      stage.release(.unlock)
      FindingScope.$current.withValue(scope) { body() }
      _ = stage.acquire(.lock)
      stage.release(.unlockWith, sets: true, value: 3)
    }
    worker.stackSize = stackSize
    worker.start()
    // The start is recorded before anything the thread does: what comes after it is known to.
    _ = stage.acquire(.lockWhen, names: true, wanted: 1)
    ThreadEvents.spawned(by: gl_self_recorded(), ThreadID(rawValue: id))
    stage.release(.unlockWith, sets: true, value: 2)
  }

  /// The thread's id in reports.
  var id: UInt64 { steered?.id.rawValue ?? identity.load(ordering: .acquiring) }

  /// Waits until the thread's body has returned; may be called often and from any thread.
  ///
  /// The wait is part of the wait-for graph: a ring through a join is found like any other.
  public func join() {
    if let steered { return steered.join() }
    let me = gl_self_recorded()
    ThreadEvents.joining(by: me, ThreadID(rawValue: id))
    if !stage.tryAcquire(.tryLockWhen, names: true, wanted: 3) {
      ThreadEvents.blocked(me)
      _ = stage.acquire(.lockWhen, names: true, wanted: 3)
    }
    stage.release(.unlock)
    ThreadEvents.joined(by: me, ThreadID(rawValue: id))
  }
}

/// Starts a thread with a name.
///
/// - Parameters:
///   - name: What it is called in reports, and by the kernel as far as that keeps it.
///   - stackSize: In bytes; zero for the system's default.
///   - body: What it does; it ends with it.
/// - Returns: The thread, to be joined or forgotten; it runs on either way.
@discardableResult
public func thread(
  named name: String, stackSize: Int = 0, _ body: @escaping @Sendable () -> Void
) -> JoinableThread {
  if let run = gl_self_recorded().steeredRun {
    return JoinableThread(run.startThread(named: name, body))
  }
  return JoinableThread(named: name, stackSize: stackSize, body: body)
}
