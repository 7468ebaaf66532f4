import GridlockScenarios

/// Makes small scenarios at random, the same ones for the same seed.
struct ScenarioGenerator {
  private var seed: UInt64
  /// The body being made: it starts and waits for later ones mostly, so that not all is stuck.
  private var current = 0
  private var usesMain = false

  init(seed: UInt64) { self.seed = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  private mutating func next(_ bound: Int) -> Int {
    seed ^= seed << 13
    seed ^= seed >> 7
    seed ^= seed << 17
    return Int(seed >> 33) % bound
  }

  private static let objects: [Scenario.Object] = [
    Scenario.Object(name: "L1", kind: .conditionLock, initialValue: 0),
    Scenario.Object(name: "L2", kind: .conditionLock, initialValue: 1),
    Scenario.Object(name: "M1", kind: .plainLock),
    Scenario.Object(name: "C1", kind: .condition),
    Scenario.Object(name: "S1", kind: .semaphore, initialValue: 1),
    Scenario.Object(name: "X", kind: .variable, initialValue: 0),
  ]

  mutating func scenario() -> Scenario {
    var scenario = Scenario(objects: Self.objects)
    let count = 2 + next(3)
    for number in 0..<count { scenario.bodies.append(Scenario.Body(kind: .thread, number: number)) }
    for body in 0..<count {
      current = body
      let length = 1 + next(count > 3 ? 3 : 4)
      scenario.bodies[body].statements = statements(length, depth: 0, bodies: count)
    }
    return scenario
  }

  /// A scenario of threads, tasks and blocks that wait for each other.
  mutating func scenarioWithQueues() -> Scenario {
    var scenario = Scenario(objects: [
      Scenario.Object(name: "L1", kind: .conditionLock, initialValue: 0),
      Scenario.Object(name: "L2", kind: .conditionLock, initialValue: 0),
      Scenario.Object(name: "S1", kind: .semaphore, initialValue: 0),
      Scenario.Object(name: "Q1", kind: .queue), Scenario.Object(name: "Q2", kind: .queue),
    ])
    usesMain = next(4) == 0
    if next(3) > 0 { scenario.poolWidth = 1 + next(2) }
    if next(2) > 0 { scenario.dispatchWidth = 1 + next(2) }
    scenario.bodies = [
      Scenario.Body(kind: .thread, number: 0), Scenario.Body(kind: .thread, number: 1),
      Scenario.Body(kind: .task, number: 1), Scenario.Body(kind: .task, number: 2),
      Scenario.Body(kind: .task, number: 3), Scenario.Body(kind: .block, number: 1),
      Scenario.Body(kind: .block, number: 2), Scenario.Body(kind: .block, number: 3),
    ]
    for body in scenario.bodies.indices {
      current = body
      scenario.bodies[body].statements = (0..<(1 + next(body < 2 ? 4 : 3))).map { _ in
        queueStatement(isMain: body == 0)
      }
    }
    let sent = scenario.bodies.flatMap(\.statements).count {
      if case .action(.async(.main, _)) = $0 { true } else { false }
    }
    scenario.bodies[0].statements.append(.action(.runLoop(sent)))
    return scenario
  }

  private mutating func queueStatement(isMain: Bool) -> Scenario.Statement {
    let queue: Scenario.Queue =
      usesMain && next(3) == 0 ? .main : .serial(3 + next(2))
    let task = next(6) == 0 ? 2 + next(3) : min(max(current + 1, 2 + next(3)), 4)
    let block = next(6) == 0 ? 5 + next(3) : min(max(current + 1, 5 + next(3)), 7)
    let lock = next(2)
    switch next(16) {
    case 0...3: return group(.lock(lock), .unlock(lock), .work(milliseconds: 1))
    case 4: return group(.lock(lock), .unlock(lock), .lock(1 - lock))
    case 5: return .action(next(3) == 0 ? .unlock(1 - lock) : .yield)
    case 6:
      let wanted = next(3) == 0 ? 1 : 0
      return group(.lockWhen(lock, .constant(wanted)), .unlockWith(lock, .constant(next(2))))
    case 7: return group(.lock(lock), .unlockWith(lock, .constant(next(2))))
    case 8: return .action(next(3) == 0 ? .semaphoreWait(2) : .semaphoreSignal(2))
    case 9: return .action(.task(task))
    case 10: return .action(current < 4 ? .await(task) : .yield)
    case 11, 12: return .action(.async(queue, block))
    case 13: return .action(current < 7 ? .sync(queue, block) : .yield)
    case 14: return .attempt(.tryLock(lock), then: [.action(.unlock(lock))], otherwise: [])
    default: return .action(.yield)
    }
  }

  private mutating func statements(
    _ count: Int, depth: Int, bodies: Int
  ) -> [Scenario.Statement] {
    (0..<count).map { _ in statement(depth: depth, bodies: bodies) }
  }

  private mutating func value() -> Scenario.Value {
    switch next(6) {
    case 0: .relative(5, offset: next(3) - 1)
    case 1: .relative(next(2), offset: next(3) - 1)
    default: .constant(next(3))
    }
  }

  private mutating func comparison() -> Scenario.Comparison {
    let relations = Scenario.Comparison.Relation.allCases
    return Scenario.Comparison(
      left: .relative(next(4) == 0 ? 0 : 5, offset: 0), relation: relations[next(relations.count)],
      right: .constant(next(3)))
  }

  private mutating func statement(depth: Int, bodies: Int) -> Scenario.Statement {
    let plainLock = next(4)
    switch next(34) {
    case 0...6:
      return group(.lock(plainLock), .unlock(plainLock), depth: depth, bodies: bodies)
    case 7 where next(3) == 0: return .action(.lock(plainLock))
    case 8: return .action(.unlock(plainLock))
    case 9:
      let lock = next(2)
      return group(.lockWhen(lock, value()), .unlockWith(lock, value()), depth: 2, bodies: bodies)
    case 10, 11:
      let lock = next(2)
      return group(
        .lockWhen(lock, .constant(lock)), .unlockWith(lock, value()), depth: depth, bodies: bodies)
    case 12 where next(2) == 0: return group(.lock(3), .unlock(3), .wait(3))
    case 13, 14: return .action(.unlockWith(next(2), value()))
    case 15: return attempt(.tryLock(plainLock), depth: depth, bodies: bodies)
    case 16: return attempt(.tryWhen(next(2), value()), depth: depth, bodies: bodies)
    case 17:
      return attempt(.lockBefore(plainLock, milliseconds: 1), depth: depth, bodies: bodies)
    case 18:
      return attempt(
        .lockWhenBefore(next(2), value(), milliseconds: 1), depth: depth, bodies: bodies)
    case 19 where next(3) == 0: return .action(.wait(3))
    case 20: return .action(.waitUntil(3, milliseconds: 1))
    case 21: return group(.lock(3), .unlock(3), .broadcast(3))
    case 22, 23: return .action(next(2) == 0 ? .signal(3) : .broadcast(3))
    case 24: return group(.semaphoreWait(4), .semaphoreSignal(4), depth: depth, bodies: bodies)
    case 25: return next(2) == 0 ? .action(.semaphoreWait(4)) : .action(.semaphoreSignal(4))
    case 26, 27:
      let isLast = current == bodies - 1
      if isLast && next(4) > 0 { return .action(.work(milliseconds: 1)) }
      let other = next(8) == 0 || isLast ? next(bodies) : min(current + 1 + next(2), bodies - 1)
      if next(2) == 0 { return .action(.spawn(other)) }
      return .repeated(1, [.action(.spawn(other)), .action(.join(other))])
    case 28: return .action(.set(5, value()))
    case 29: return .action(next(3) == 0 ? .read(next(2), into: 5) : .work(milliseconds: 1))
    case 30 where depth < 2:
      return .branch(
        comparison(), then: statements(next(3), depth: depth + 1, bodies: bodies),
        otherwise: statements(next(2), depth: depth + 1, bodies: bodies))
    case 31 where depth < 2 && next(3) == 0:
      return .loop(comparison(), statements(next(3), depth: depth + 1, bodies: bodies))
    case 32 where depth < 2:
      return .repeated(next(12), statements(1, depth: depth + 1, bodies: bodies))
    case 33:
      switch next(4) {
      case 0: return .action(.exit)
      case 1: return .action(.new(next(2), initialValue: next(2)))
      case 2: return .action(.destroy(next(2)))
      default: return .action(next(2) == 0 ? .increment(5) : .decrement(5))
      }
    default: return group(.lock(plainLock), .unlock(plainLock), .increment(5))
    }
  }

  private func group(_ actions: Scenario.Action...) -> Scenario.Statement {
    var actions = actions
    if actions.count > 2 { actions.swapAt(1, 2) }
    return .repeated(1, actions.map { .action($0) })
  }

  private mutating func group(
    _ first: Scenario.Action, _ last: Scenario.Action, depth: Int, bodies: Int
  ) -> Scenario.Statement {
    let inner = depth < 2 ? statements(next(3), depth: depth + 1, bodies: bodies) : []
    return .repeated(1, [.action(first)] + inner + [.action(last)])
  }

  private mutating func attempt(
    _ action: Scenario.Action, depth: Int, bodies: Int
  ) -> Scenario.Statement {
    guard depth < 2 else { return .attempt(action, then: [], otherwise: []) }
    return .attempt(
      action, then: statements(next(3), depth: depth + 1, bodies: bodies),
      otherwise: statements(next(2), depth: depth + 1, bodies: bodies))
  }
}

extension Scenario {
  /// Scenarios with one statement less, or with a statement in place of what holds it.
  var smaller: [Scenario] {
    bodies.indices.flatMap { body in
      Self.smaller(bodies[body].statements).map { statements in
        var copy = self
        copy.bodies[body].statements = statements
        return copy
      }
    }
  }

  private static func smaller(_ statements: [Statement]) -> [[Statement]] {
    statements.indices.flatMap { index -> [[Statement]] in
      func replacing(_ new: [Statement]) -> [Statement] {
        Array(statements[..<index]) + new + Array(statements[(index + 1)...])
      }
      var results = [replacing([])]
      switch statements[index] {
      case .action: break
      case .attempt(let action, let then, let otherwise):
        results.append(replacing([.action(action)]))
        results += smaller(then).map {
          replacing([.attempt(action, then: $0, otherwise: otherwise)])
        }
        results += smaller(otherwise).map {
          replacing([.attempt(action, then: then, otherwise: $0)])
        }
      case .branch(let comparison, let then, let otherwise):
        results += [replacing(then), replacing(otherwise)]
        results += smaller(then).map {
          replacing([.branch(comparison, then: $0, otherwise: otherwise)])
        }
        results += smaller(otherwise).map {
          replacing([.branch(comparison, then: then, otherwise: $0)])
        }
      case .loop(let comparison, let body):
        results.append(replacing(body))
        results += smaller(body).map { replacing([.loop(comparison, $0)]) }
      case .repeated(let count, let body):
        results.append(replacing(body))
        if count > 1 { results.append(replacing([.repeated(count - 1, body)])) }
        results += smaller(body).map { replacing([.repeated(count, $0)]) }
      }
      return results
    }
  }

  /// The smallest scenario found, by leaving out statements, that still fails.
  func shrunk(while fails: (Scenario) -> Bool) -> Scenario {
    var best = self
    while let next = best.smaller.first(where: fails) { best = next }
    return best
  }
}
