import Foundation
import Testing

/// A plain thread that a test joins. Made with pthreads, whose joins sanitizers understand.
final class Worker: @unchecked Sendable {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, argument)
    precondition(status == 0, "pthread_create failed: \(status)")
  }

  func join() { precondition(pthread_join(thread, nil) == 0, "pthread_join failed") }

  /// Runs all bodies at once and waits for their ends.
  static func all(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let workers = (0..<count).map { index in Worker { body(index) } }
    for worker in workers { worker.join() }
  }

  /// Runs a body on another thread, to its end.
  static func once<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let box = Shared<Result?>(nil)
    Worker { box.set(body()) }.join()
    return box.value!
  }
}

/// A value that threads exchange, under a plain pthread mutex.
final class Shared<Value>: @unchecked Sendable {
  private let monitor = NSCondition()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { monitor.withLock { stored } }

  func set(_ value: Value) { change { $0 = value } }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    monitor.lock()
    defer {
      monitor.broadcast()
      monitor.unlock()
    }
    return body(&stored)
  }

  /// Waits until the value is as wanted; false after a minute.
  @discardableResult
  func wait(until isWanted: (Value) -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: 60)
    monitor.lock()
    defer { monitor.unlock() }
    while !isWanted(stored) {
      if !monitor.wait(until: limit) { return isWanted(stored) }
    }
    return true
  }
}

/// Looks again and again until something holds; false after a minute.
func eventually(_ holds: () -> Bool) -> Bool {
  let limit = ContinuousClock.now + .seconds(60)
  while !holds() {
    if ContinuousClock.now > limit { return false }
    sched_yield()
  }
  return true
}
