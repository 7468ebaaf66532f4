/// The task pool and the queues.
extension StepModel {
  /// Queues a task from its beginning.
  func enqueueTask(_ state: State, _ body: Int) {
    setPosition(state, body, 0)
    if isPoolLimited { requeueTask(state, body) } else { begin(state, body) }
  }

  func requeueTask(_ state: State, _ body: Int) {
    setStatus(state, body, Status.queued)
    for index in 0..<poolCapacity where state[poolOffset + index] == 0 {
      state[poolOffset + index] = UInt8(body + 1)
      return
    }
    overflow = .queue
  }

  func append(_ state: State, _ body: Int, caller: Int, to queue: Int) {
    let (offset, capacity) = queues[queue]
    for index in 0..<capacity where state[offset + 2 * index] == 0 {
      state[offset + 2 * index] = UInt8(body + 1)
      state[offset + 2 * index + 1] = UInt8(caller)
      return
    }
    overflow = .queue
  }

  func startBlock(_ state: State, _ body: Int, on queue: Int) {
    state[bodies[body].running] = UInt8(queue + 1)
    begin(state, body)
  }

  /// Starts all that starts by itself: queued tasks while the pool has threads, first blocks.
  func settle(_ state: State) {
    while startNextTask(state) || startNextBlock(state) {}
  }

  private func startNextTask(_ state: State) -> Bool {
    guard isPoolLimited, poolCapacity > 0, state[poolOffset] != 0 else { return false }
    var running = 0
    for body in 0..<bodyCount where bodies[body].kind == .task {
      switch status(state, body) {
      case Status.active, Status.waiting, Status.woken, Status.fixed: running += 1
      case Status.suspended where !isAwaiting(state, body): running += 1
      default: break
      }
    }
    guard running < scenario.poolWidth ?? .max else { return false }
    let body = Int(state[poolOffset]) - 1
    for index in 0..<(poolCapacity - 1) {
      state[poolOffset + index] = state[poolOffset + index + 1]
    }
    state[poolOffset + poolCapacity - 1] = 0
    advance(state, body, to: position(state, body))
    return true
  }

  private func isAwaiting(_ state: State, _ body: Int) -> Bool {
    instructions[bodies[body].base + position(state, body)].code == .await
  }

  private func startNextBlock(_ state: State) -> Bool {
    for queue in queues.indices where queues[queue].capacity > 0 {
      let offset = queues[queue].offset
      let body = Int(state[offset]) - 1
      guard body >= 0, state[bodies[body].running] == 0 else { continue }
      let status = status(state, body)
      guard status == Status.dormant || status == Status.finished else { continue }
      let startsByItself =
        queue == 0
        ? isServingMain(state) : scenario.dispatchWidth == nil || state[offset + 1] != 0
      guard startsByItself else { continue }
      startBlock(state, body, on: queue)
      return true
    }
    return false
  }

  private func isServingMain(_ state: State) -> Bool {
    guard let mainBody, status(state, mainBody) == Status.suspended else { return false }
    return instructions[bodies[mainBody].base + position(state, mainBody)].code == .runLoop
  }
}
