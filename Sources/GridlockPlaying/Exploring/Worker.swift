import CGridlock
import Foundation
import GridlockEvents
import GridlockLocks

/// A thread that runs the parties of one schedule after another.
///
/// It is a task executor, so that what a party records, an expectation that failed say, belongs to
/// the task that explores: its task-local values come along.
final class Worker: TaskExecutor, @unchecked Sendable {
  let gate = Gate()
  /// The worker's record; valid as long as its thread lives.
  private(set) nonisolated(unsafe) var waiter: Waiter!
  private nonisolated(unsafe) var job: UnownedJob?
  private nonisolated(unsafe) var name = ""

  var id: ThreadID { ThreadID(rawValue: waiter.pointee.id) }
  var systemID: Int32 { waiter.pointee.record?.pointee.system_id ?? 0 }

  init() {
    let isUp = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      waiter = gl_self_recorded()
      // The live detector has nothing to say about it.
      waiter.pointee.record?.pointee.observer = 1
      isUp.signal()
      serve()
    }
    thread.stackSize = 1 << 20
    thread.start()
    isUp.wait()
  }

  /// Lets the thread end; nothing may run on it.
  func end() { gate.post() }

  func enqueue(_ job: consuming ExecutorJob) {
    self.job = UnownedJob(job)
    gate.post()
  }

  private func serve() {
    while true {
      gate.wait()
      guard let next = job else { return }
      job = nil
      next.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Calls the worker's thread so; on that thread.
  func rename(_ name: String) {
    guard name != self.name else { return }
    self.name = name
    gl_thread_set_name(name)
  }
}
