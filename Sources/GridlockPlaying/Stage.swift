import CGridlock
import Foundation
import Gridlock
import GridlockEvents
import GridlockLocks
import GridlockScenarios

/// The objects and threads of a played scenario.
final class Stage: @unchecked Sendable {
  let scenario: Scenario
  let conductor: Conductor
  private let guardian = NSLock()
  private var objects: [PlayedObject]
  private let threads = Guarded<[Int: ThreadID]>([:])

  init(_ scenario: Scenario) {
    self.scenario = scenario
    conductor = Conductor(bodies: scenario.bodies.count)
    objects = scenario.objects.enumerated().map { PlayedObject($1, index: $0) }
  }

  subscript(_ object: Int) -> PlayedObject { guardian.withLock { objects[object] } }

  func store(_ value: Int, in object: Int) {
    if case .variable(let cell) = self[object] { gl_store_value(cell, Int64(value)) }
  }

  func add(_ amount: Int, to object: Int) {
    guardian.withLock {
      guard case .variable(let cell) = objects[object] else { return }
      gl_store_value(cell, gl_load_value(cell) &+ Int64(amount))
    }
  }

  /// Puts a fresh lock in the place of an old one.
  func renew(_ object: Int, value: Int) {
    var fresh = scenario.objects[object]
    fresh.initialValue = value
    let made = PlayedObject(fresh, index: object)
    guardian.withLock { objects[object] = made }
  }

  /// Starts a body's thread, and has its start recorded as the caller's before it does anything.
  func start(_ body: Int, by me: Waiter?) {
    let played = PlayedBody(
      index: body, program: Program(scenario.bodies[body], cuttingRepeats: false), stage: self)
    let name = scenario.bodies[body].name
    let thread = Thread { [self] in
      let me = gl_self_recorded()
      gl_thread_set_name(name)
      threads.withLock { $0[body] = ThreadID(rawValue: me.pointee.id) }
      conductor.enter(body)
      played.run()
      conductor.leave(body)
    }
    thread.start()
    conductor.waitForEntry(of: body)
    if let me { ThreadEvents.spawned(by: me, self.thread(of: body)) }
    conductor.launch(body)
  }

  func thread(of body: Int) -> ThreadID { threads.withLock { $0[body] ?? .none } }

  /// Waits until the kernel's thread behind a body is over, not only its text.
  func waitForThreadEnd(_ thread: ThreadID) {
    guard thread != .none, let base = gl_arena_base() else { return }
    let record = gl_arena_record(base, thread.index)
    for _ in 0..<20_000
    where gl_load(&record.pointee.id) == thread.rawValue
      && record.pointee.state == UInt8(GL_ALIVE)
    {
      sched_yield()
    }
  }
}
