import GridlockScenarios

extension Scenario {
  /// What its own `work`, `sleep` and limits take at most, one after another, in seconds.
  package var ownSeconds: Double {
    Double(bodies.reduce(0) { $0 + Self.milliseconds(of: $1.statements) }) / 1000
  }

  private static func milliseconds(of statements: [Statement]) -> Int {
    statements.reduce(0) { min($0 + milliseconds(of: $1), 3_600_000) }
  }

  private static func milliseconds(of statement: Statement) -> Int {
    switch statement {
    case .action(let action): milliseconds(of: action)
    case .attempt(let action, let then, let otherwise):
      milliseconds(of: action) + max(milliseconds(of: then), milliseconds(of: otherwise))
    case .branch(_, let then, let otherwise):
      max(milliseconds(of: then), milliseconds(of: otherwise))
    case .loop(_, let body): milliseconds(of: body)
    case .repeated(let count, let body):
      min(max(count, 0), 100_000) * min(milliseconds(of: body), 36_000)
    }
  }

  private static func milliseconds(of action: Action) -> Int {
    switch action {
    case .work(let time), .sleep(let time), .lockBefore(_, let time),
      .lockWhenBefore(_, _, let time), .waitUntil(_, let time):
      min(max(time, 0), 3_600_000)
    default: 0
    }
  }

  /// Whether all bodies are threads, and none sends or serves blocks or tasks.
  package var hasThreadsOnly: Bool {
    bodies.allSatisfy { $0.kind == .thread } && objects.allSatisfy { $0.kind != .queue }
      && !usesQueues && poolWidth == nil && dispatchWidth == nil
  }

  /// Whether what it expects shows only as time passes.
  package var expectsTime: Bool {
    let timed: Set<String> = ["long-hold", "long-wait", "starvation"]
    return expectation.map { !$0.kinds.isEmpty && timed.isSuperset(of: $0.kinds) } ?? false
  }

  /// Whether some body queues tasks or blocks, or serves the main queue.
  var usesQueues: Bool {
    var found = false
    for body in bodies {
      Statement.forEachAction(in: body.statements) { action in
        switch action {
        case .async, .sync, .runLoop, .task, .await, .yield: found = true
        default: break
        }
      }
    }
    return found
  }
}
