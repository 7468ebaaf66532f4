/// From moves to schedules in the file's terms.
extension StepModel {
  /// Replays moves and tells them as a schedule.
  func schedule(of moves: [Move], from start: [UInt8], hangs: Bool) -> Schedule {
    var state = start
    state.append(contentsOf: repeatElement(0, count: 8))
    return state.withUnsafeMutableBufferPointer { buffer in
      let state = buffer.baseAddress!
      var steps: [Schedule.Step] = []
      // Order steps, each after how many moves it comes.
      var order: [(after: Int, step: Scenario.OrderStep)] = []
      var stuckSince = [Int?](repeating: nil, count: bodyCount)
      noteStuck(state, at: 0, &stuckSince)
      for (index, move) in moves.enumerated() {
        let number = instruction(state, move.body).map { Int($0.number) } ?? 1
        let operation = Scenario.OperationReference(body: move.body, operation: number)
        let outcome = outcome(of: move)
        let wasActive = status(state, move.body) == Status.active
        let isRunLoop = instruction(state, move.body)?.code == .runLoop
        apply(move, to: state)
        steps.append(Schedule.Step(operation: operation, outcome: outcome))
        let isBlocked =
          outcome == .blocked
          || (isRunLoop && status(state, move.body) == Status.suspended)
        switch outcome {
        case .started, .resumed: break
        case .failed where !wasActive && status(state, move.body) == Status.woken: break
        default:
          order.append(
            (index + 1, Scenario.OrderStep(operation: operation, isBlocked: isBlocked)))
        }
        noteStuck(state, at: index + 1, &stuckSince)
      }
      if hangs {
        for body in 0..<bodyCount {
          guard let since = stuckSince[body], let instruction = instruction(state, body) else {
            continue
          }
          let operation = Scenario.OperationReference(
            body: body, operation: Int(instruction.number))
          let place = order.firstIndex { $0.after > since } ?? order.count
          order.insert(
            (since, Scenario.OrderStep(operation: operation, isBlocked: true)), at: place)
        }
      }
      return Schedule(steps: steps, order: order.map(\.step), hangs: hangs)
    }
  }

  private func outcome(of move: Move) -> Schedule.Outcome {
    switch move.how {
    case Move.go: .completed
    case Move.fail: .failed
    case Move.enter: .blocked
    case Move.start: .started
    case Move.retake: .resumed
    default: .woke(Int(move.how - Move.wake))
    }
  }

  /// Keeps, for each body, since which step its next operation could never go.
  private func noteStuck(_ state: State, at step: Int, _ since: inout [Int?]) {
    withUnsafeTemporaryAllocation(of: Move.self, capacity: bodyCount + 2) { moves in
      for body in 0..<bodyCount {
        if status(state, body) == Status.active,
          self.moves(state, body, into: moves.baseAddress!) == 0
        {
          if since[body] == nil { since[body] = step }
        } else {
          since[body] = nil
        }
      }
    }
  }
}
