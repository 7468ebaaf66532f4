internal import CGridlock
package import GridlockAnalysis
package import GridlockEvents
package import GridlockLocks

/// A controlled run that starts its own threads, and is told what its threads do instead of the
/// live detector: what happens in it is its own affair.
package protocol SteeredRun: RunController {
  /// Starts a thread of the run.
  func startThread(
    named name: String, _ body: @escaping @Sendable () throws -> Void
  ) -> any SteeredThread

  /// Called with the calling thread's wait published, before whatever really waits; may keep it.
  func willBlock()

  /// Takes a fact that the calling thread came upon.
  func collect(_ observation: Observation, locks: [LockState])
}

/// A thread of a controlled run.
package protocol SteeredThread: AnyObject, Sendable {
  var id: ThreadID { get }
  /// Called on another thread of the run: waits for the end of this one.
  func join()
}

extension Waiter {
  /// The run that steers this thread and keeps its facts to itself.
  package var steeredRun: (any SteeredRun)? {
    pointee.controller.flatMap {
      Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? any SteeredRun
    }
  }
}
