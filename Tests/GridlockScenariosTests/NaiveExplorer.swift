import GridlockScenarios

/// An explorer written for clarity alone: no packing, no reduction, rules told a second time.
/// Threads only.
struct NaiveExplorer {
  enum Phase: Hashable { case dormant, ready, waiting, woken, finished }

  struct Thread: Hashable {
    var phase = Phase.dormant
    var position = 0
    /// The wanted value, fixed when a computed wait began.
    var fixed: Int?
  }

  struct State: Hashable {
    var threads: [Thread]
    var owners: [Int?]
    var values: [Int]
  }

  let programs: [Program]
  let scenario: Scenario
  let mostStates: Int

  init(_ scenario: Scenario, mostStates: Int = 100_000) {
    self.scenario = scenario
    self.mostStates = mostStates
    programs = scenario.bodies.map { Program($0, cuttingRepeats: true) }
  }

  func explore() -> (verdict: Exploration.Verdict, states: Int) {
    var start = State(
      threads: scenario.bodies.map { _ in Thread() },
      owners: scenario.objects.map { _ in nil },
      values: scenario.objects.map(\.initialValue))
    for body in scenario.selfStartingThreads { begin(body, &start) }
    var numbers = [start: 0]
    var states = [start]
    var next = 0
    var successors: [[Int]] = []
    while next < states.count {
      if states.count > mostStates { return (.unknown, states.count) }
      var targets: [Int] = []
      for state in self.successors(of: states[next]) {
        if let known = numbers[state] {
          targets.append(known)
        } else {
          numbers[state] = states.count
          targets.append(states.count)
          states.append(state)
        }
      }
      successors.append(targets)
      next += 1
    }
    var canEnd = states.map { state in
      state.threads.allSatisfy { $0.phase == .dormant || $0.phase == .finished }
    }
    let ends = canEnd.contains(true)
    var changed = true
    while changed {
      changed = false
      for index in states.indices.reversed()
      where !canEnd[index] && successors[index].contains(where: { canEnd[$0] }) {
        canEnd[index] = true
        changed = true
      }
    }
    if !canEnd.contains(false) { return (.never, states.count) }
    return (ends ? .some : .all, states.count)
  }

  private func begin(_ body: Int, _ state: inout State) {
    state.threads[body].phase = .ready
    move(body, to: 0, &state)
  }

  private func move(_ body: Int, to position: Int, _ state: inout State) {
    state.threads[body].fixed = nil
    if position >= programs[body].end {
      state.threads[body] = Thread(phase: .finished, position: 0)
    } else {
      state.threads[body].phase = .ready
      state.threads[body].position = position
    }
  }

  private func value(_ value: Scenario.Value, _ state: State) -> Int {
    switch value {
    case .constant(let constant): constant
    case .relative(let object, let offset): state.values[object] + offset
    }
  }

  private func successors(of state: State) -> [State] {
    scenario.bodies.indices.flatMap { successors(of: state, body: $0) }
  }

  private func successors(of state: State, body: Int) -> [State] {
    let thread = state.threads[body]
    guard thread.phase != .dormant, thread.phase != .finished else { return [] }
    let instruction = programs[body].instructions[thread.position]
    func after(_ change: (inout State) -> Void = { _ in }) -> State {
      var copy = state
      change(&copy)
      move(body, to: instruction.next, &copy)
      return copy
    }
    func failed() -> State {
      var copy = state
      move(body, to: instruction.otherwise, &copy)
      return copy
    }
    func acquire(_ lock: Int, wanted: Int? = nil, giveUp: Bool) -> [State] {
      if state.owners[lock] == nil, wanted == nil || wanted == state.values[lock] {
        return [after { $0.owners[lock] = body }]
      }
      return giveUp ? [failed()] : []
    }
    func acquireWhen(_ lock: Int, _ wanted: Scenario.Value, giveUp: Bool) -> [State] {
      let value = thread.fixed ?? value(wanted, state)
      let moves = acquire(lock, wanted: value, giveUp: giveUp)
      let goes = state.owners[lock] == nil && state.values[lock] == value
      if goes || thread.fixed != nil { return moves }
      guard case .relative = wanted else { return moves }
      var fixed = state
      fixed.threads[body].fixed = value
      return moves + [fixed]
    }
    switch instruction.action {
    case .lock(let lock): return acquire(lock, giveUp: false)
    case .tryLock(let lock), .lockBefore(let lock, _): return acquire(lock, giveUp: true)
    case .lockWhen(let lock, let wanted): return acquireWhen(lock, wanted, giveUp: false)
    case .lockWhenBefore(let lock, let wanted, _):
      return acquireWhen(lock, wanted, giveUp: true)
    case .tryWhen(let lock, let wanted):
      return acquire(lock, wanted: value(wanted, state), giveUp: true)
    case .unlock(let lock): return [after { $0.owners[lock] = nil }]
    case .unlockWith(let lock, let new):
      return [
        after {
          $0.values[lock] = value(new, state)
          $0.owners[lock] = nil
        }
      ]
    case .wait(let lock), .waitUntil(let lock, _):
      switch thread.phase {
      case .ready:
        var copy = state
        if copy.owners[lock] == body { copy.owners[lock] = nil }
        copy.threads[body].phase = .waiting
        return [copy]
      case .waiting:
        guard case .waitUntil = instruction.action else { return [] }
        var copy = state
        copy.threads[body].phase = .woken
        return [copy]
      default: return acquire(lock, giveUp: false)
      }
    case .signal(let lock), .broadcast(let lock):
      let waiters = scenario.bodies.indices.filter { other in
        guard state.threads[other].phase == .waiting else { return false }
        switch programs[other].instructions[state.threads[other].position].action {
        case .wait(let waited), .waitUntil(let waited, _): return waited == lock
        default: return false
        }
      }
      if case .signal = instruction.action, !waiters.isEmpty {
        return waiters.map { waiter in after { $0.threads[waiter].phase = .woken } }
      }
      return [after { copy in for waiter in waiters { copy.threads[waiter].phase = .woken } }]
    case .semaphoreWait(let semaphore):
      return state.values[semaphore] > 0 ? [after { $0.values[semaphore] -= 1 }] : []
    case .semaphoreSignal(let object), .increment(let object):
      return [after { $0.values[object] += 1 }]
    case .decrement(let object): return [after { $0.values[object] -= 1 }]
    case .set(let variable, let new): return [after { $0.values[variable] = value(new, state) }]
    case .read(let lock, let variable):
      return [after { $0.values[variable] = state.values[lock] }]
    case .new(let lock, let new):
      return [
        after {
          $0.owners[lock] = nil
          $0.values[lock] = new
        }
      ]
    case .spawn(let other):
      var copy = after()
      let phase = state.threads[other].phase
      if phase == .dormant || phase == .finished { begin(other, &copy) }
      return [copy]
    case .join(let other): return state.threads[other].phase == .finished ? [after()] : []
    case .test(let comparison):
      let holds = comparison.relation.holds(
        value(comparison.left, state), value(comparison.right, state))
      return [holds ? after() : failed()]
    case .exit, .work, .sleep, .destroy: return [after()]
    case .task, .await, .yield, .async, .sync, .runLoop: return []
    }
  }
}
