import GridlockEvents
import GridlockScenarios

/// Turns one party's steps into operations of a scenario, in their order.
struct ActReader {
  let objects: [LockID: Int]
  let bodies: Int
  let body: Int
  /// Between a wait and the taking of its lock again.
  private var isInWait = false

  init(objects: [LockID: Int], bodies: Int, body: Int) {
    self.objects = objects
    self.bodies = bodies
    self.body = body
  }

  mutating func actions(of step: ScheduleStep) -> [Scenario.Action] {
    switch step.act {
    case .begin, .pause, .wake: []
    case .start(let other): other < bodies ? [.spawn(other)] : []
    case .join(-1): (0..<bodies).filter { $0 != body }.map { .join($0) }
    case .join(let other): [.join(other)]
    case .attempt(let operation, let value):
      objects[step.lock].flatMap { action(operation, $0, value) }.map { [$0] } ?? []
    }
  }

  private mutating func action(
    _ operation: Operation, _ object: Int, _ value: Int?
  ) -> Scenario.Action? {
    switch operation {
    case .lock: return .lock(object)
    case .lockWhen: return .lockWhen(object, .constant(value ?? 0))
    case .tryLock: return .tryLock(object)
    case .tryLockWhen: return .tryWhen(object, .constant(value ?? 0))
    case .lockBefore: return .lockBefore(object, milliseconds: 1)
    case .lockWhenBefore:
      return .lockWhenBefore(object, .constant(value ?? 0), milliseconds: 1)
    case .unlock: return .unlock(object)
    case .unlockWith: return .unlockWith(object, .constant(value ?? 0))
    case .wait, .waitUntil:
      isInWait.toggle()
      guard isInWait else { return nil }
      return operation == .wait ? .wait(object) : .waitUntil(object, milliseconds: 1)
    case .signal: return .signal(object)
    case .broadcast: return .broadcast(object)
    case .semaphoreWait, .semaphoreWaitUntil: return .semaphoreWait(object)
    case .semaphoreSignal: return .semaphoreSignal(object)
    case .none, .spawn, .join, .exit, .create, .destroy, .read: return nil
    }
  }
}
