import CGridlock
import Dispatch
import Foundation
import Gridlock
import GridlockEvents
import GridlockLocks
import GridlockScenarios

/// One body of a scenario on a real thread.
struct PlayedBody: @unchecked Sendable {
  let index: Int
  let program: Program
  let stage: Stage

  /// Runs the whole body on the calling thread.
  func run() {
    let me = gl_self_recorded()
    var position = program.entry
    while position != program.end {
      let instruction = program.instructions[position]
      stage.conductor.willStep(index)
      me.pointee.tag = SiteTag(body: index, operation: instruction.number).rawValue
      let went = perform(instruction.action, me)
      position = went ? instruction.next : instruction.otherwise
    }
  }

  /// Does one operation; false when a try, a timed form or a condition failed.
  private func perform(_ action: Scenario.Action, _ me: Waiter) -> Bool {
    switch action {
    case .lock, .unlock, .lockWhen, .unlockWith, .tryLock, .tryWhen, .lockBefore, .lockWhenBefore:
      return performOnLock(action)
    case .wait(let object):
      if case .monitor(let monitor) = stage[object] { _ = monitor.wait(.wait) }
    case .waitUntil(let object, let milliseconds):
      if case .monitor(let monitor) = stage[object] {
        return monitor.wait(.waitUntil, deadline: limit(milliseconds))
      }
    case .signal(let object):
      if case .monitor(let monitor) = stage[object] { monitor.signal(.signal, all: false) }
    case .broadcast(let object):
      if case .monitor(let monitor) = stage[object] { monitor.signal(.broadcast, all: true) }
    case .semaphoreWait(let object):
      if case .semaphore(let semaphore) = stage[object] { _ = semaphore.wait(.semaphoreWait) }
    case .semaphoreSignal(let object):
      if case .semaphore(let semaphore) = stage[object] { _ = semaphore.signal() }
    case .spawn(let other): stage.start(other, by: me)
    case .join(let other): join(other, me)
    case .work(let milliseconds), .sleep(let milliseconds):
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    case .test(let comparison):
      return comparison.relation.holds(value(comparison.left), value(comparison.right))
    case .set, .increment, .decrement, .read, .destroy, .new: performOnData(action)
    case .exit, .task, .await, .yield, .async, .sync, .runLoop: break
    }
    return true
  }

  private func performOnLock(_ action: Scenario.Action) -> Bool {
    switch action {
    case .lock(let object): _ = lock(object)?.acquire(.lock)
    case .unlock(let object): lock(object)?.release(.unlock)
    case .lockWhen(let object, let wanted):
      _ = lock(object)?.acquire(.lockWhen, names: true, wanted: value(wanted))
    case .unlockWith(let object, let new):
      lock(object)?.release(.unlockWith, sets: true, value: value(new))
    case .tryLock(let object): return lock(object)?.tryAcquire(.tryLock) ?? false
    case .tryWhen(let object, let wanted):
      return lock(object)?.tryAcquire(.tryLockWhen, names: true, wanted: value(wanted)) ?? false
    case .lockBefore(let object, let milliseconds):
      return lock(object)?.acquire(.lockBefore, deadline: limit(milliseconds)) ?? false
    case .lockWhenBefore(let object, let wanted, let milliseconds):
      return lock(object)?.acquire(
        .lockWhenBefore, names: true, wanted: value(wanted), deadline: limit(milliseconds)) ?? false
    default: break
    }
    return true
  }

  private func performOnData(_ action: Scenario.Action) {
    switch action {
    case .set(let object, let new): stage.store(value(new), in: object)
    case .increment(let object): stage.add(1, to: object)
    case .decrement(let object): stage.add(-1, to: object)
    case .read(let object, let variable):
      stage.store(lock(object)?.value ?? stage[object].value, in: variable)
    case .destroy(let object):
      // For the detectors only: others may still be in it.
      if let core = stage[object].core { Recording.destroyed(core) }
    case .new(let object, let initial): stage.renew(object, value: initial)
    default: break
    }
  }

  private func join(_ other: Int, _ me: Waiter) {
    stage.conductor.waitForBirth(of: other, by: index)
    let thread = stage.thread(of: other)
    ThreadEvents.joining(by: me, thread)
    if !stage.conductor.isEnded(other) { ThreadEvents.blocked(me) }
    stage.conductor.waitForEnd(of: other, by: index)
    stage.waitForThreadEnd(thread)
    ThreadEvents.joined(by: me, thread)
  }

  private func lock(_ object: Int) -> LockCore<Recording>? {
    switch stage[object] {
    case .lock(let lock): lock
    case .monitor(let monitor): monitor.mutex
    default: nil
    }
  }

  private func limit(_ milliseconds: Int) -> Deadline {
    Deadline(nanosecondsFromNow: UInt64(max(milliseconds, 0)) * 1_000_000)
  }

  private func value(_ value: Scenario.Value) -> Int {
    switch value {
    case .constant(let constant): constant
    case .relative(let object, let offset): stage[object].value &+ offset
    }
  }
}
