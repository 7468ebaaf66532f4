import CGridlock
import Foundation
import GridlockEvents
import GridlockLocks

/// Lets the bodies of a scenario move one step at a time, then all freely.
///
/// While steps are forced, a body moves only when it is given a step, until it has done its
/// operation or parks in a lock. The locks' own algorithm decides everything else.
final class Conductor: RunController, @unchecked Sendable {
  private enum Place {
    /// Not started yet.
    case unborn
    /// Before an operation.
    case ready
    case moving
    /// In a lock's queue, or waiting for another body's end.
    case parked
    case ended
  }

  private struct Part {
    var place = Place.unborn
    var mayMove = false
    /// Whether its start is recorded.
    var isLaunched = false
    /// Whether the parked operation is to time out when its limit comes.
    var mustTimeOut = false
  }

  private let gate = NSCondition()
  private var parts: [Part]
  private var isFree = false
  private var bodies: [ThreadID: Int] = [:]
  private var wakes: Int?
  private var ends = 0

  init(bodies count: Int) { parts = Array(repeating: Part(), count: count) }

  // MARK: Called by the bodies

  /// Registers the calling thread as a body, and waits until its start is recorded.
  func enter(_ body: Int) {
    let me = gl_self_recorded()
    gate.withLock {
      bodies[ThreadID(rawValue: me.pointee.id)] = body
      parts[body].place = .ready
      gate.broadcast()
    }
    gate.withLock {
      while !parts[body].isLaunched { gate.wait() }
    }
    me.pointee.controller = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Waits until the body may do its next operation.
  func willStep(_ body: Int) {
    gate.withLock {
      parts[body].place = .ready
      gate.broadcast()
      while !isFree, !parts[body].mayMove { gate.wait() }
      parts[body].mayMove = false
      parts[body].place = .moving
    }
  }

  /// The body is over; its thread is about to end.
  func leave(_ body: Int) {
    gl_self_recorded().pointee.controller = nil
    gate.withLock {
      parts[body].place = .ended
      ends += 1
      gate.broadcast()
    }
  }

  /// Waits for a body's end.
  func waitForEnd(of other: Int, by body: Int) {
    gate.withLock {
      while parts[other].place != .ended {
        parts[body].place = .parked
        gate.broadcast()
        gate.wait()
      }
      // Held back until the step that completes the wait.
      while !isFree, parts[body].place == .parked, !parts[body].mayMove { gate.wait() }
      parts[body].mayMove = false
      parts[body].place = .moving
    }
  }

  /// Waits until a body has a thread that can be waited for.
  func waitForBirth(of other: Int, by body: Int) {
    gate.withLock {
      while parts[other].place == .unborn {
        parts[body].place = .parked
        gate.broadcast()
        gate.wait()
      }
    }
  }

  func isEnded(_ body: Int) -> Bool { gate.withLock { parts[body].place == .ended } }

  /// Waits until a spawned body has entered.
  func waitForEntry(of body: Int) {
    gate.withLock {
      while parts[body].place == .unborn { gate.wait() }
    }
  }

  /// Lets a body that has entered do its first operation.
  func launch(_ body: Int) {
    gate.withLock {
      parts[body].isLaunched = true
      gate.broadcast()
    }
  }

  // MARK: Called by the locks

  func willAttempt(_ thread: Waiter, _ attempt: Attempt) {}

  func park(
    _ thread: Waiter, _ operation: GridlockEvents.Operation, lock: LockID, deadline: UInt64
  ) -> Bool {
    let body = gate.withLock { isFree ? nil : bodies[ThreadID(rawValue: thread.pointee.id)] }
    guard let body else { return gl_park(thread, UInt32(GL_PARKED), deadline) }
    return gate.withLock {
      parts[body].place = .parked
      gate.broadcast()
      while !isFree, !parts[body].mayMove { gate.wait() }
      parts[body].mayMove = false
      let mustTimeOut = parts[body].mustTimeOut
      parts[body].mustTimeOut = false
      parts[body].place = .moving
      guard mustTimeOut, deadline != 0 else { return true }
      let now = gl_now()
      if deadline > now {
        _ = gate.wait(until: Date(timeIntervalSinceNow: Double(deadline - now) / 1e9))
      }
      while gl_now() < deadline { _ = gate.wait(until: Date(timeIntervalSinceNow: 0.001)) }
      return false
    }
  }

  func choose(among waiters: [ThreadID], lock: LockID, by thread: Waiter) -> Int {
    gate.withLock {
      guard let wakes else { return 0 }
      return waiters.firstIndex { bodies[$0] == wakes } ?? 0
    }
  }

  func didChange(lock: LockID) {}

  // MARK: Called by the player

  /// Waits until all these bodies have entered.
  func waitForEntries(of list: [Int]) { list.forEach(waitForEntry) }

  /// Lets one body make one step; false when it did not come to rest in time.
  func move(_ body: Int, waking: Int?, timesOut: Bool, seconds: Double) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    return gate.withLock {
      while parts[body].place == .unborn || parts[body].place == .moving {
        guard gate.wait(until: limit) else { return false }
      }
      guard parts[body].place != .ended else { return true }
      wakes = waking
      parts[body].mustTimeOut = timesOut && parts[body].place == .parked
      parts[body].mayMove = true
      parts[body].place = .moving
      gate.broadcast()
      while parts[body].place == .moving {
        guard gate.wait(until: limit) else { return false }
      }
      return true
    }
  }

  /// Lets all bodies run.
  func setFree() {
    gate.withLock {
      isFree = true
      wakes = nil
      gate.broadcast()
    }
  }

  /// How many bodies have ended.
  var endCount: Int { gate.withLock { ends } }

  /// Bodies that have entered and not ended.
  var unfinished: [Int] {
    gate.withLock {
      parts.indices.filter { parts[$0].place != .ended && parts[$0].place != .unborn }
    }
  }

  /// The threads of bodies that have not ended.
  var unfinishedThreads: [ThreadID] {
    gate.withLock { bodies.filter { parts[$0.value].place != .ended }.map(\.key) }
  }
}
