/// From moves to schedules in the file's terms.
extension StepModel {
  /// Replays moves and tells them as a schedule.
  ///
  /// An operation that hangs is put where it can be started without ever going through.
  func schedule(of moves: [Move], from start: [UInt8], hangs: Bool) -> Schedule {
    var copy = start
    return copy.withUnsafeMutableBufferPointer { buffer in
      guard let state = buffer.baseAddress else {
        return Schedule(steps: [], order: [], hangs: hangs)
      }
      var timeline: [(after: Int, step: Schedule.Step, order: Scenario.OrderStep?)] = []
      var stuckSince = [Int?](repeating: nil, count: bodyCount)
      noteStuck(state, at: 0, &stuckSince)
      for (index, move) in moves.enumerated() {
        let step = step(of: move, in: state)
        let order = applyForOrder(move, step, to: state)
        timeline.append((index + 1, step, order))
        noteStuck(state, at: index + 1, &stuckSince)
      }
      if hangs {
        for body in 0..<bodyCount {
          guard let since = stuckSince[body], let instruction = instruction(state, body) else {
            continue
          }
          let operation = Scenario.OperationReference(
            body: body, operation: Int(instruction.number))
          let place = timeline.firstIndex { $0.after > since } ?? timeline.count
          let isActive = status(state, body) == Status.active
          timeline.insert(
            (
              since, Schedule.Step(operation: operation, outcome: .blocked),
              isActive ? Scenario.OrderStep(operation: operation, isBlocked: true) : nil
            ), at: place)
        }
      }
      return Schedule(
        steps: timeline.map(\.step), order: timeline.compactMap(\.order), hangs: hangs)
    }
  }

  /// Tells a move in the file's terms.
  func step(of move: Move, in state: State) -> Schedule.Step {
    let number = instruction(state, move.body).map { Int($0.number) } ?? 1
    let outcome: Schedule.Outcome =
      switch move.how {
      case Move.go: .completed
      case Move.fail: .failed
      case Move.enter: .blocked
      case Move.start: .started
      case Move.retake: .resumed
      default: .woke(Int(move.how - Move.wake))
      }
    return Schedule.Step(
      operation: Scenario.OperationReference(body: move.body, operation: number),
      outcome: outcome)
  }

  /// The move that a step tells of.
  func move(of step: Schedule.Step) -> Move {
    let how: UInt8 =
      switch step.outcome {
      case .completed: Move.go
      case .failed: Move.fail
      case .blocked: Move.enter
      case .started: Move.start
      case .resumed: Move.retake
      case .woke(let body): Move.wake &+ UInt8(truncatingIfNeeded: body)
      }
    return Move(body: step.operation.body, how: how)
  }

  /// Makes a move and gives the step to force for it, if it needs one.
  private func applyForOrder(
    _ move: Move, _ step: Schedule.Step, to state: State
  ) -> Scenario.OrderStep? {
    let wasWaiting = status(state, move.body) == Status.waiting
    let isRunLoop = instruction(state, move.body)?.code == .runLoop
    apply(move, to: state)
    switch step.outcome {
    case .started, .resumed: return nil
    case .failed where wasWaiting: return nil
    default:
      let isBlocked =
        step.outcome == .blocked
        || (isRunLoop && status(state, move.body) == Status.suspended)
      return Scenario.OrderStep(operation: step.operation, isBlocked: isBlocked)
    }
  }

  /// Whether a body is at an operation, started or about to be, that can't go now.
  func isStuck(_ state: State, _ body: Int) -> Bool {
    let status = status(state, body)
    guard status == Status.active || status == Status.woken else { return false }
    return withUnsafeTemporaryAllocation(of: Move.self, capacity: bodyCount + 2) { moves in
      moves.baseAddress.map { self.moves(state, body, into: $0) == 0 } ?? false
    }
  }

  /// Keeps, for each body, since which step its operation could never go.
  private func noteStuck(_ state: State, at step: Int, _ since: inout [Int?]) {
    for body in 0..<bodyCount {
      if isStuck(state, body) {
        if since[body] == nil { since[body] = step }
      } else {
        since[body] = nil
      }
    }
  }
}
