import GridlockEvents

/// What live locks would tell of a step.
extension Machine {
  func event(
    _ kind: Event.Kind, _ operation: Operation, _ step: Scenario.OperationReference,
    object: Int? = nil, wanted: Int? = nil, before: Int = 0, after: Int = 0,
    other: ThreadID = .none
  ) -> Event {
    Event(
      kind: kind, operation: operation, time: time, thread: thread(of: step.body),
      task: task(of: step.body),
      lock: object.map { lock(of: $0) } ?? .none, sequence: object.map { sequences[$0] } ?? 0,
      wanted: wanted, before: before, after: after,
      tag: SiteTag(body: step.body, operation: step.operation), other: other)
  }

  func created(_ object: Int, by thread: ThreadID, _ tag: SiteTag) -> [Event] {
    let kind = model.scenario.objects[object].kind
    if kind == .variable || kind == .queue { return [] }
    return [
      Event(
        kind: .created, operation: .create, time: time, thread: thread, lock: lock(of: object),
        after: value(of: object, in: state), tag: tag)
    ]
  }

  /// A lock's value, a semaphore's count, zero for locks without either.
  func value(of object: Int, in state: [UInt8]) -> Int {
    let cell = model.cells[object]
    guard cell >= 0 else { return 0 }
    return model.decode(UInt16(state[Int(cell)]) | UInt16(state[Int(cell) + 1]) << 8)
  }

  func value(_ value: Scenario.Value, in state: [UInt8]) -> Int {
    switch value {
    case .constant(let integer): integer
    case .relative(let object, let offset): self.value(of: object, in: state) &+ offset
    }
  }

  /// The value a body waits for: fixed when it started, else as of now.
  private func wanted(_ body: Int, _ value: Scenario.Value, in state: [UInt8]) -> Int {
    let layout = model.bodies[body]
    if state[layout.offset] == StepModel.Status.fixed, layout.register >= 0 {
      return model.decode(
        UInt16(state[layout.register]) | UInt16(state[layout.register + 1]) << 8)
    }
    return self.value(value, in: state)
  }

  /// The event of a body that blocks in an instruction; nil for what makes no events.
  func waiting(_ body: Int, _ instruction: Program.Instruction, in state: [UInt8]) -> Event? {
    let step = Scenario.OperationReference(body: body, operation: instruction.number)
    func limit(_ milliseconds: Int) -> UInt64 { time + UInt64(milliseconds) * 1_000_000 }
    var deadline: UInt64?
    var result: Event
    switch instruction.action {
    case .lock(let lock): result = event(.waiting, .lock, step, object: lock)
    case .lockWhen(let lock, let value):
      result = event(
        .waiting, .lockWhen, step, object: lock, wanted: wanted(body, value, in: state))
    case .lockBefore(let lock, let time):
      result = event(.waiting, .lockBefore, step, object: lock)
      deadline = limit(time)
    case .lockWhenBefore(let lock, let value, let time):
      result = event(
        .waiting, .lockWhenBefore, step, object: lock, wanted: wanted(body, value, in: state))
      deadline = limit(time)
    case .wait(let lock):
      // A woken waiter is stuck only in taking the lock again.
      let isWoken = state[model.bodies[body].offset] == StepModel.Status.woken
      result = event(.waiting, isWoken ? .lock : .wait, step, object: lock)
    case .waitUntil(let lock, let time):
      let isWoken = state[model.bodies[body].offset] == StepModel.Status.woken
      result = event(.waiting, isWoken ? .lock : .waitUntil, step, object: lock)
      if !isWoken { deadline = limit(time) }
    case .semaphoreWait(let semaphore):
      result = event(.waiting, .semaphoreWait, step, object: semaphore)
    case .join(let other): result = event(.waiting, .join, step, other: thread(of: other))
    default: return nil
    }
    result.deadline = deadline
    return result
  }

  /// The events of a step just made, from the state before it.
  mutating func events(
    of step: Schedule.Step, _ instruction: Program.Instruction, before: [UInt8]
  ) -> [Event] {
    let body = step.operation.body
    if step.outcome == .blocked {
      announced[body] = true
      return waiting(body, instruction, in: state).map { [$0] } ?? []
    }
    let wasAnnounced = announced[body]
    announced[body] = false
    let failed = step.outcome == .failed
    let operation = step.operation
    switch instruction.action {
    case .lock(let lock): return [taken(.lock, operation, lock, before)]
    case .lockWhen(let lock, let value):
      return [taken(.lockWhen, operation, lock, before, wanted: wanted(body, value, in: before))]
    case .tryLock(let lock):
      return failed
        ? [event(.timedOut, .tryLock, operation, object: lock)]
        : [taken(.tryLock, operation, lock, before)]
    case .tryWhen(let lock, let value):
      let wanted = self.value(value, in: before)
      return failed
        ? [event(.timedOut, .tryLockWhen, operation, object: lock, wanted: wanted)]
        : [taken(.tryLockWhen, operation, lock, before, wanted: wanted)]
    case .lockBefore(let lock, let limit):
      return failed
        ? gaveUp(.lockBefore, operation, instruction, before, wasAnnounced, limit)
        : [taken(.lockBefore, operation, lock, before)]
    case .lockWhenBefore(let lock, let value, let limit):
      return failed
        ? gaveUp(.lockWhenBefore, operation, instruction, before, wasAnnounced, limit)
        : [
          taken(.lockWhenBefore, operation, lock, before, wanted: wanted(body, value, in: before))
        ]
    case .unlock(let lock): return [released(.unlock, operation, lock, before)]
    case .unlockWith(let lock, _): return [released(.unlockWith, operation, lock, before)]
    case .wait(let lock): return waited(.wait, step, instruction, lock, before)
    case .waitUntil(let lock, _): return waited(.waitUntil, step, instruction, lock, before)
    default: return otherEvents(of: step, instruction, before: before)
    }
  }

  private mutating func taken(
    _ kind: Operation, _ operation: Scenario.OperationReference, _ lock: Int, _ before: [UInt8],
    wanted: Int? = nil
  ) -> Event {
    sequences[lock] &+= 1
    let value = value(of: lock, in: before)
    return event(
      .acquired, kind, operation, object: lock, wanted: wanted, before: value, after: value)
  }

  private mutating func released(
    _ kind: Operation, _ operation: Scenario.OperationReference, _ lock: Int, _ before: [UInt8]
  ) -> Event {
    sequences[lock] &+= 1
    return event(
      .released, kind, operation, object: lock, before: value(of: lock, in: before),
      after: value(of: lock, in: state))
  }

  /// A limit that passed: the wait, unless it was told already, then its end.
  private mutating func gaveUp(
    _ kind: Operation, _ operation: Scenario.OperationReference,
    _ instruction: Program.Instruction, _ before: [UInt8], _ wasAnnounced: Bool, _ limit: Int
  ) -> [Event] {
    var events: [Event] = []
    guard let wait = waiting(operation.body, instruction, in: before) else { return [] }
    if !wasAnnounced { events.append(wait) }
    if movesClock { time += UInt64(limit) * 1_000_000 }
    var end = wait
    end.kind = .timedOut
    end.time = time
    end.deadline = nil
    return events + [end]
  }

  private mutating func waited(
    _ kind: Operation, _ step: Schedule.Step, _ instruction: Program.Instruction, _ lock: Int,
    _ before: [UInt8]
  ) -> [Event] {
    let body = step.operation.body
    switch step.outcome {
    case .resumed:
      var events: [Event] = []
      if timedOut[body] { events.append(event(.timedOut, kind, step.operation, object: lock)) }
      timedOut[body] = false
      return events + [taken(kind, step.operation, lock, before)]
    case .failed:
      // The wait ends when the lock is taken again; until then only the clock has moved.
      if case .waitUntil(_, let limit) = instruction.action, movesClock {
        time += UInt64(limit) * 1_000_000
      }
      timedOut[body] = true
      return []
    default:
      var events: [Event] = []
      let owner = model.owners[lock]
      if before[Int(owner)] == UInt8(body + 1) {
        events.append(released(kind, step.operation, lock, before))
      }
      if let wait = waiting(body, instruction, in: state) { events.append(wait) }
      return events
    }
  }

  private mutating func otherEvents(
    of step: Schedule.Step, _ instruction: Program.Instruction, before: [UInt8]
  ) -> [Event] {
    let operation = step.operation
    switch instruction.action {
    case .signal(let lock):
      var woken = 0
      if case .woke = step.outcome { woken = 1 }
      return [event(.signalled, .signal, operation, object: lock, after: woken)]
    case .broadcast(let lock):
      let woken = (0..<model.bodyCount).count {
        before[model.bodies[$0].offset] != state[model.bodies[$0].offset]
          && before[model.bodies[$0].offset] == StepModel.Status.waiting
      }
      return [event(.signalled, .broadcast, operation, object: lock, after: woken)]
    case .semaphoreWait(let semaphore):
      return [
        event(
          .acquired, .semaphoreWait, operation, object: semaphore,
          before: value(of: semaphore, in: before), after: value(of: semaphore, in: state))
      ]
    case .semaphoreSignal(let semaphore):
      return [
        event(
          .signalled, .semaphoreSignal, operation, object: semaphore,
          before: value(of: semaphore, in: before), after: value(of: semaphore, in: state))
      ]
    case .spawn(let other):
      let isFresh = isIdle(other, in: before)
      let run = runs[other] + (isFresh ? 1 : 0)
      return [
        event(
          .spawned, .spawn, operation,
          other: ThreadID(index: UInt32(other + 1), generation: max(run, 1)))
      ]
    case .join(let other): return [event(.joined, .join, operation, other: thread(of: other))]
    case .read(let lock, _):
      let seen = value(of: lock, in: before)
      return [event(.read, .read, operation, object: lock, before: seen, after: seen)]
    case .destroy(let lock): return [event(.destroyed, .destroy, operation, object: lock)]
    case .new(let lock, _):
      generations[lock] += 1
      sequences[lock] = 0
      return created(
        lock, by: thread(of: operation.body),
        SiteTag(body: operation.body, operation: operation.operation))
    case .work(let duration), .sleep(let duration):
      if movesClock { time += UInt64(duration) * 1_000_000 }
      return []
    default: return []
    }
  }
}
