import CGridlock
import GridlockEvents
import GridlockLocks
import GridlockScenarios

/// A real lock, semaphore or variable of a played scenario.
enum PlayedObject {
  case lock(LockCore<Recording>)
  case monitor(MonitorCore<Recording>)
  case semaphore(SemaphoreCore<Recording>)
  case variable(UnsafeMutablePointer<Int64>)
  /// Kinds the player does not play.
  case none

  init(_ object: Scenario.Object, index: Int) {
    switch object.kind {
    case .conditionLock, .plainLock:
      self = .lock(LockCore(kind: .condition, value: object.initialValue))
    case .condition: self = .monitor(MonitorCore())
    case .semaphore: self = .semaphore(SemaphoreCore(value: object.initialValue))
    case .variable:
      let cell = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
      cell.initialize(to: Int64(object.initialValue))
      self = .variable(cell)
    case .queue: self = .none
    }
    guard let core else { return }
    LockNames.setName(object.name, of: core)
    // All are made by one line of the player; they are of different kinds all the same.
    core.pointee.slot?.pointee.site = UInt64(index + 1)
  }

  /// The lock that its name and events belong to.
  var core: CorePointer? {
    switch self {
    case .lock(let lock): lock.core
    case .monitor(let monitor): monitor.mutex.core
    case .semaphore(let semaphore): semaphore.lock.core
    case .variable, .none: nil
    }
  }

  /// The value at this instant, without an event.
  var value: Int {
    switch self {
    case .variable(let cell): Int(gl_load_value(cell))
    default: core.map { Int(gl_load_value(&$0.pointee.value)) } ?? 0
    }
  }
}
