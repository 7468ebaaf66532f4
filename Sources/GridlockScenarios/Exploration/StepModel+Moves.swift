/// What may happen next.
extension StepModel {
  /// Writes the state before the first step.
  func writeInitialState(_ state: State) {
    for index in 0..<stateSize { state[index] = 0 }
    for (index, object) in scenario.objects.enumerated() where cells[index] >= 0 {
      setValue(state, cells[index], object.initialValue)
    }
    for body in scenario.selfStartingThreads { begin(state, body) }
    for body in scenario.selfStartingTasks { enqueueTask(state, body) }
    settle(state)
  }

  /// Whether all that was started or due has ended.
  func isFinished(_ state: State) -> Bool {
    for body in 0..<bodyCount {
      let status = status(state, body)
      if status != Status.dormant && status != Status.finished { return false }
    }
    for queue in queues where queue.capacity > 0 && state[queue.offset] != 0 { return false }
    return true
  }

  /// Writes the moves a body can make and returns how many there are: at most one a body, and two.
  @inline(__always)
  func moves(_ state: State, _ body: Int, into list: UnsafeMutablePointer<Move>) -> Int {
    switch status(state, body) {
    case Status.active: return activeMoves(state, body, into: list)
    case Status.finished, Status.dormant:
      guard bodies[body].kind == .block, scenario.dispatchWidth != nil,
        queueToStart(state, body) != nil
      else { return 0 }
      list[0] = Move(body: body, how: Move.start)
      return 1
    case Status.woken:
      let instruction = instructions + (bodies[body].base + position(state, body))
      guard state[Int(instruction.pointee.owner)] == 0 else { return 0 }
      list[0] = Move(body: body, how: Move.retake)
      return 1
    case Status.waiting:
      let instruction = instructions + (bodies[body].base + position(state, body))
      guard instruction.pointee.code == .waitUntil else { return 0 }
      list[0] = Move(body: body, how: Move.fail)
      return 1
    case Status.fixed:
      let instruction = instructions + (bodies[body].base + position(state, body))
      let wanted = load(state, bodies[body].register)
      if state[Int(instruction.pointee.owner)] == 0,
        load(state, Int(instruction.pointee.cell)) == wanted
      {
        list[0] = Move(body: body, how: Move.go)
        return 1
      }
      guard instruction.pointee.code.isTimed else { return 0 }
      list[0] = Move(body: body, how: Move.fail)
      return 1
    default: return 0
    }
  }

  private func activeMoves(
    _ state: State, _ body: Int, into list: UnsafeMutablePointer<Move>
  ) -> Int {
    let instruction = instructions + (bodies[body].base + position(state, body))
    let goes: Bool
    switch instruction.pointee.code {
    case .lock, .tryLock, .lockBefore: goes = state[Int(instruction.pointee.owner)] == 0
    case .lockWhen, .tryWhen, .lockWhenBefore:
      goes =
        state[Int(instruction.pointee.owner)] == 0
        && value(state, instruction.pointee.cell) == value(state, instruction.pointee.right)
    case .semaphoreWait: goes = value(state, instruction.pointee.cell) > 0
    case .join: goes = status(state, Int(instruction.pointee.target)) == Status.finished
    case .signal:
      var count = 0
      for other in 0..<bodyCount
      where isWaiting(state, other, for: instruction.pointee.owner) {
        list[count] = Move(body: body, how: Move.wake + UInt8(other))
        count += 1
      }
      if count > 0 { return count }
      goes = true
    default: goes = true
    }
    if goes {
      list[0] = Move(body: body, how: Move.go)
      return 1
    }
    switch instruction.pointee.code {
    case .tryLock, .tryWhen, .lockBefore:
      list[0] = Move(body: body, how: Move.fail)
      return 1
    case .lockWhen where instruction.pointee.isComputed:
      list[0] = Move(body: body, how: Move.enter)
      return 1
    case .lockWhenBefore:
      list[0] = Move(body: body, how: Move.fail)
      guard instruction.pointee.isComputed else { return 1 }
      list[1] = Move(body: body, how: Move.enter)
      return 2
    default: return 0
    }
  }

  @inline(__always)
  func isWaiting(_ state: State, _ body: Int, for owner: Int32) -> Bool {
    status(state, body) == Status.waiting
      && instructions[bodies[body].base + position(state, body)].owner == owner
  }

  /// The limited queue whose first block is this one, not yet started, if a thread is free for it.
  func queueToStart(_ state: State, _ body: Int) -> Int? {
    guard let width = scenario.dispatchWidth else { return nil }
    for queue in queues.indices.dropFirst() where queues[queue].capacity > 0 {
      let offset = queues[queue].offset
      if Int(state[offset]) == body + 1, state[offset + 1] == 0 {
        return dispatchThreadsInUse(state) < width ? queue : nil
      }
    }
    return nil
  }

  private func dispatchThreadsInUse(_ state: State) -> Int {
    var count = 0
    for body in 0..<bodyCount where bodies[body].running >= 0 {
      let queue = Int(state[bodies[body].running]) - 1
      if queue > 0, state[queues[queue].offset + 1] == 0 { count += 1 }
    }
    return count
  }
}
