/// Finds a way to make the steps of an `order:` line in turn, with all other bodies held back.
struct OrderFollower {
  /// Situations looked at before giving up.
  static let patience = 200_000

  let model: StepModel
  let order: [Scenario.OrderStep]

  private struct Node {
    var state: [UInt8]
    var index: Int
    /// Bodies that were forced to start an operation that blocked, a bit each.
    var started: UInt64 = 0
    /// The node before this, and the step that led here from it.
    var parent: Int
    var step: Schedule.Step?
  }

  private struct Situation: Hashable {
    var state: [UInt8]
    var index: Int
    var started: UInt64
  }

  /// The steps that follow the whole order and the state they lead to; nil if there is no way.
  func follow(from start: [UInt8]) -> (steps: [Schedule.Step], state: [UInt8])? {
    var nodes = [Node(state: start, index: 0, parent: -1, step: nil)]
    var open = [0]
    var seen: Set<Situation> = [Situation(state: start, index: 0, started: 0)]
    while let current = open.popLast() {
      if nodes[current].index == order.count {
        var steps: [Schedule.Step] = []
        var node = current
        while node >= 0 {
          if let step = nodes[node].step { steps.append(step) }
          node = nodes[node].parent
        }
        return (steps.reversed(), nodes[current].state)
      }
      guard seen.count < Self.patience else { return nil }
      // The first successor is to be looked at first.
      for var successor in successors(of: nodes[current]).reversed() {
        let situation = Situation(
          state: successor.state, index: successor.index, started: successor.started)
        guard seen.insert(situation).inserted else { continue }
        successor.parent = current
        nodes.append(successor)
        open.append(nodes.count - 1)
      }
    }
    return nil
  }

  private func successors(of node: Node) -> [Node] {
    var copy = node.state
    return copy.withUnsafeMutableBufferPointer { buffer in
      guard let state = buffer.baseAddress else { return [] }
      let due = order[node.index]
      let body = due.operation.body
      let status = model.status(state, body)
      let isThere =
        model.instruction(state, body).map { Int($0.number) == due.operation.operation } ?? false
      let moves = self.moves(state, body)
      var result: [Node] = []
      let isTimed = model.instruction(state, body)?.code.isTimed ?? false
      if due.isBlocked, isThere, isBlocked(status, moves, isTimed: isTimed) {
        var next = node
        next.index += 1
        next.started |= 1 << UInt64(body)
        next.step =
          status == StepModel.Status.active
          ? Schedule.Step(operation: due.operation, outcome: .blocked) : nil
        result.append(next)
      }
      for move in moves {
        let step = model.step(of: move, in: state)
        var next = node
        next.step = step
        next.started &= ~(1 << UInt64(body))
        next.state.withUnsafeMutableBufferPointer { model.apply(move, to: $0.baseAddress!) }
        if isThere, status == StepModel.Status.active || status == StepModel.Status.fixed {
          if move.how == StepModel.Move.enter {
            if due.isBlocked { next.index += 1 }
          } else if !due.isBlocked || isEntered(next.state, body) {
            next.index += 1
          } else {
            continue
          }
        }
        result.append(next)
      }
      for move in asides(state, node.started, due: body, isMoving: !moves.isEmpty) {
        var next = node
        next.started &= ~(1 << UInt64(move.body))
        next.step = model.step(of: move, in: state)
        next.state.withUnsafeMutableBufferPointer { model.apply(move, to: $0.baseAddress!) }
        result.append(next)
      }
      return result
    }
  }

  /// Moves that no order names: a started operation or an entered wait that ends, a block that gets
  /// a thread, and the main thread beginning to serve a block that is due.
  private func asides(
    _ state: StepModel.State, _ started: UInt64, due: Int, isMoving: Bool
  ) -> [StepModel.Move] {
    var result: [StepModel.Move] = []
    for body in 0..<model.bodyCount where body != due {
      switch model.status(state, body) {
      case StepModel.Status.waiting, StepModel.Status.woken, StepModel.Status.fixed,
        StepModel.Status.dormant, StepModel.Status.finished:
        result += moves(state, body)
      case StepModel.Status.active where started & (1 << UInt64(body)) != 0:
        result += moves(state, body)
      case StepModel.Status.active:
        guard body == model.mainBody, !isMoving,
          model.status(state, due) != StepModel.Status.active,
          model.instruction(state, body)?.code == .runLoop
        else { continue }
        result += moves(state, body)
      default: break
      }
    }
    return result
  }

  private func moves(_ state: StepModel.State, _ body: Int) -> [StepModel.Move] {
    withUnsafeTemporaryAllocation(of: StepModel.Move.self, capacity: model.bodyCount + 2) { room in
      guard let base = room.baseAddress else { return [] }
      return Array(room[..<model.moves(state, body, into: base)])
    }
  }

  /// Whether a body is blocked in the operation it is at, started or about to be.
  private func isBlocked(_ status: UInt8, _ moves: [StepModel.Move], isTimed: Bool) -> Bool {
    switch status {
    case StepModel.Status.active:
      moves.isEmpty || (isTimed && moves.allSatisfy { $0.how == StepModel.Move.fail })
    case StepModel.Status.waiting, StepModel.Status.fixed, StepModel.Status.suspended: true
    case StepModel.Status.woken: moves.isEmpty
    default: false
    }
  }

  private func isEntered(_ state: [UInt8], _ body: Int) -> Bool {
    let status = state[model.bodies[body].offset]
    return status == StepModel.Status.waiting || status == StepModel.Status.suspended
  }
}
