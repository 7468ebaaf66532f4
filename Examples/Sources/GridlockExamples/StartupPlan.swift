import Foundation

private enum State: Int, CaseIterable {
  case stopped
  case ready
}

/// A part of a program that starts in a thread of its own, after those it needs.
private final class Module: Sendable {
  let name: String
  let state = NSConditionLock(condition: State.stopped.rawValue)

  init(_ name: String) {
    self.name = name
    state.name = name
    state.nameValues(State.self)
  }

  /// Starts this module; nobody can see it half started, for its lock is held meanwhile.
  func start(after needs: [Module]) {
    state.lock()
    for need in needs { need.waitUntilReady() }
    say("\(name) is ready")
    state.unlock(withCondition: State.ready.rawValue)
  }

  func waitUntilReady() {
    state.lock(whenCondition: State.ready.rawValue)
    state.unlock()
  }
}

/// A start-up plan: eight modules, each with the modules it needs.
///
/// Each starts as soon as all it needs are ready, as many at a time as can.
///
/// Broken: somebody let the settings come from the database. The database needs the log, the log
/// needs the settings: nothing starts.
func startupPlan(broken: Bool) {
  let plan: [(name: String, needs: [String])] = [
    ("settings", broken ? ["database"] : []),
    ("log", ["settings"]),
    ("database", ["log"]),
    ("network", ["log"]),
    ("users", ["database"]),
    ("mail", ["network", "users"]),
    ("search", ["database"]),
    ("web", ["users", "search", "network"]),
  ]
  let modules = Dictionary(uniqueKeysWithValues: plan.map { ($0.name, Module($0.name)) })
  let crew = Crew()

  for (name, needs) in plan {
    let module = modules[name]!
    let needed = needs.map { modules[$0]! }
    crew.start("start \(name)") { module.start(after: needed) }
  }
  crew.waitForAll()
}
