/// From actions to instructions.
extension StepModel {
  static func lower(
    _ source: Program.Instruction, at position: Int, owners: [Int32], cells: [Int32],
    queueOf: [Int: Int]
  ) -> Instruction {
    var result = Instruction(
      code: .idle, next: Int32(source.next), otherwise: Int32(source.otherwise),
      number: Int32(source.number))
    result.goesBack = source.next <= position || source.otherwise <= position
    func operand(_ value: Scenario.Value) -> Operand {
      switch value {
      case .constant(let integer): Operand(constant: integer)
      case .relative(let object, let offset): Operand(cell: cells[object], constant: offset)
      }
    }
    func use(_ code: Code, _ object: Int, _ value: Scenario.Value? = nil) {
      result.code = code
      result.owner = owners[object]
      result.cell = cells[object]
      if let value { result.right = operand(value) }
    }
    func use(_ code: Code, body: Int, queue: Scenario.Queue? = nil) {
      result.code = code
      result.target = Int32(body)
      if let queue { result.queue = Int32(index(of: queue, queueOf)) }
    }
    switch source.action {
    case .lock(let lock): use(.lock, lock)
    case .unlock(let lock): use(.unlock, lock)
    case .lockWhen(let lock, let value): use(.lockWhen, lock, value)
    case .unlockWith(let lock, let value): use(.unlockWith, lock, value)
    case .tryLock(let lock): use(.tryLock, lock)
    case .tryWhen(let lock, let value): use(.tryWhen, lock, value)
    case .lockBefore(let lock, _): use(.lockBefore, lock)
    case .lockWhenBefore(let lock, let value, _): use(.lockWhenBefore, lock, value)
    case .wait(let lock): use(.wait, lock)
    case .waitUntil(let lock, _): use(.waitUntil, lock)
    case .signal(let lock): use(.signal, lock)
    case .broadcast(let lock): use(.broadcast, lock)
    case .semaphoreWait(let semaphore): use(.semaphoreWait, semaphore)
    case .semaphoreSignal(let semaphore): use(.semaphoreSignal, semaphore)
    case .spawn(let body): use(.spawn, body: body)
    case .join(let body): use(.join, body: body)
    case .exit: result.code = .exit
    case .task(let body): use(.task, body: body)
    case .await(let body): use(.await, body: body)
    case .yield: result.code = .yield
    case .async(let queue, let body): use(.async, body: body, queue: queue)
    case .sync(let queue, let body): use(.sync, body: body, queue: queue)
    case .runLoop(let count):
      result.code = .runLoop
      result.right = Operand(constant: count)
    case .set(let variable, let value): use(.set, variable, value)
    case .increment(let variable): use(.increment, variable)
    case .decrement(let variable): use(.decrement, variable)
    case .read(let lock, let variable):
      use(.read, variable, .relative(lock, offset: 0))
    case .work, .sleep, .destroy: break
    case .new(let lock, let value): use(.new, lock, .constant(value))
    case .test(let comparison):
      result.code = .test
      result.relation = comparison.relation
      result.left = operand(comparison.left)
      result.right = operand(comparison.right)
    }
    return result
  }
}
