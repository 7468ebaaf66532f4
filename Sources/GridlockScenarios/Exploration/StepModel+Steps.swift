/// What a move does.
extension StepModel {
  /// Makes a move that `moves` gave for this state.
  func apply(_ move: Move, to state: State) {
    let body = move.body
    if move.how == Move.start {
      if let queue = queueToStart(state, body) { startBlock(state, body, on: queue) }
      settle(state)
      return
    }
    let instruction = instructions + (bodies[body].base + position(state, body))
    let next = Int(instruction.pointee.next)
    let otherwise = Int(instruction.pointee.otherwise)
    switch move.how {
    case Move.fail:
      if status(state, body) == Status.waiting {
        setStatus(state, body, Status.woken)
      } else {
        if status(state, body) == Status.fixed { store(state, bodies[body].register, 0) }
        advance(state, body, to: otherwise)
      }
    case Move.enter:
      setStatus(state, body, Status.fixed)
      store(state, bodies[body].register, encode(value(state, instruction.pointee.right)))
    case Move.retake:
      state[Int(instruction.pointee.owner)] = UInt8(body + 1)
      advance(state, body, to: next)
    case Move.go: go(state, body, instruction.pointee)
    default:
      setStatus(state, Int(move.how - Move.wake), Status.woken)
      advance(state, body, to: next)
    }
  }

  private func go(_ state: State, _ body: Int, _ instruction: Instruction) {
    var next = Int(instruction.next)
    switch instruction.code {
    case .lock, .lockWhen, .tryLock, .tryWhen, .lockBefore, .lockWhenBefore:
      state[Int(instruction.owner)] = UInt8(body + 1)
      if status(state, body) == Status.fixed { store(state, bodies[body].register, 0) }
    case .unlock: state[Int(instruction.owner)] = 0
    case .unlockWith:
      setValue(state, instruction.cell, value(state, instruction.right))
      state[Int(instruction.owner)] = 0
    case .wait, .waitUntil:
      if state[Int(instruction.owner)] == UInt8(body + 1) { state[Int(instruction.owner)] = 0 }
      setStatus(state, body, Status.waiting)
      return
    case .signal, .exit, .idle, .join: break
    case .broadcast:
      for other in 0..<bodyCount where isWaiting(state, other, for: instruction.owner) {
        setStatus(state, other, Status.woken)
      }
    case .semaphoreWait: setValue(state, instruction.cell, value(state, instruction.cell) - 1)
    case .semaphoreSignal, .increment:
      setValue(state, instruction.cell, value(state, instruction.cell) &+ 1)
    case .decrement: setValue(state, instruction.cell, value(state, instruction.cell) &- 1)
    case .set, .read: setValue(state, instruction.cell, value(state, instruction.right))
    case .new:
      if instruction.owner >= 0 { state[Int(instruction.owner)] = 0 }
      if instruction.cell >= 0 { setValue(state, instruction.cell, instruction.right.constant) }
    case .test:
      if !instruction.relation.holds(
        value(state, instruction.left), value(state, instruction.right))
      {
        next = Int(instruction.otherwise)
      }
    case .spawn:
      let target = Int(instruction.target)
      let begins = canBegin(state, target)
      advance(state, body, to: next)
      if begins { begin(state, target) }
      return
    default: return goScheduling(state, body, instruction)
    }
    advance(state, body, to: next)
  }

  /// The operations of pools and queues.
  private func goScheduling(_ state: State, _ body: Int, _ instruction: Instruction) {
    let next = Int(instruction.next)
    let target = Int(instruction.target)
    switch instruction.code {
    case .task:
      if canBegin(state, target) { enqueueTask(state, target) }
      advance(state, body, to: next)
    case .await:
      if status(state, target) == Status.finished {
        advance(state, body, to: next)
      } else {
        setStatus(state, body, Status.suspended)
      }
    case .yield:
      if bodies[body].kind == .task && isPoolLimited {
        setPosition(state, body, next)
        requeueTask(state, body)
      } else {
        advance(state, body, to: next)
      }
    case .async:
      append(state, target, caller: 0, to: Int(instruction.queue))
      advance(state, body, to: next)
    case .sync:
      setStatus(state, body, Status.suspended)
      append(state, target, caller: body + 1, to: Int(instruction.queue))
    case .runLoop:
      if instruction.right.constant == 0 {
        advance(state, body, to: next)
      } else {
        store(state, bodies[body].register, UInt16(instruction.right.constant))
        setStatus(state, body, Status.suspended)
      }
    default: break
    }
    settle(state)
  }

  @inline(__always)
  private func canBegin(_ state: State, _ body: Int) -> Bool {
    let status = status(state, body)
    return status == Status.dormant || status == Status.finished
  }

  /// Starts a body from its beginning.
  func begin(_ state: State, _ body: Int) {
    setStatus(state, body, Status.active)
    advance(state, body, to: 0)
  }

  @inline(__always)
  func advance(_ state: State, _ body: Int, to position: Int) {
    if position >= bodies[body].end {
      finish(state, body)
    } else {
      setPosition(state, body, position)
      setStatus(state, body, Status.active)
    }
  }

  private func finish(_ state: State, _ body: Int) {
    setStatus(state, body, Status.finished)
    setPosition(state, body, 0)
    switch bodies[body].kind {
    case .thread: break
    case .task:
      for other in 0..<bodyCount where status(state, other) == Status.suspended {
        let instruction = instructions[bodies[other].base + position(state, other)]
        guard instruction.code == .await, Int(instruction.target) == body else { continue }
        resume(state, other, to: Int(instruction.next))
      }
      settle(state)
    case .block: finishBlock(state, body)
    }
  }

  /// Goes on after a suspension: at once, or for a task when the pool has a thread for it.
  private func resume(_ state: State, _ body: Int, to position: Int) {
    if bodies[body].kind == .task && isPoolLimited {
      setPosition(state, body, position)
      requeueTask(state, body)
    } else {
      advance(state, body, to: position)
    }
  }

  private func finishBlock(_ state: State, _ body: Int) {
    let queue = Int(state[bodies[body].running]) - 1
    state[bodies[body].running] = 0
    guard queue >= 0 else { return }
    let (offset, capacity) = queues[queue]
    let caller = Int(state[offset + 1])
    for index in 0..<(2 * capacity - 2) { state[offset + index] = state[offset + index + 2] }
    state[offset + 2 * capacity - 2] = 0
    state[offset + 2 * capacity - 1] = 0
    if queue == 0, let mainBody {
      let left = load(state, bodies[mainBody].register) - 1
      store(state, bodies[mainBody].register, left)
      if left == 0 {
        let instruction = instructions[bodies[mainBody].base + position(state, mainBody)]
        advance(state, mainBody, to: Int(instruction.next))
      }
    }
    if caller > 0 {
      let instruction = instructions[bodies[caller - 1].base + position(state, caller - 1)]
      advance(state, caller - 1, to: Int(instruction.next))
    }
    settle(state)
  }
}
