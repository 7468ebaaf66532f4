public import GridlockAnalysis
public import GridlockEvents

/// Steps a scenario along a chosen path and tells what live locks would tell.
public struct Machine {
  /// Monotonic nanoseconds of the next event.
  public var time: UInt64 = 1_000_000_000
  /// Whether `work`, `sleep` and limits that pass move the clock.
  public var movesClock = true
  let model: StepModel
  var state: [UInt8]
  /// How often each body was started.
  var runs: [UInt32]
  /// How often each object was made.
  var generations: [UInt32]
  var sequences: [UInt32]
  /// Bodies that have told of the wait they are in.
  var announced: [Bool]
  /// Tasks that gave their thread up and have not gone on since.
  var gaveUpThread: [Bool]
  /// Bodies whose wait for a signal ended at its limit.
  var timedOut: [Bool]

  /// A scenario before its first step; the checker's cut of long repeats is optional.
  public init(_ scenario: Scenario, cuttingRepeats: Bool = false) {
    self.init(StepModel(scenario, cuttingRepeats: cuttingRepeats))
  }

  init(_ model: StepModel) {
    self.model = model
    state = Array(repeating: 0, count: model.stateSize)
    runs = Array(repeating: 0, count: model.bodyCount)
    generations = Array(repeating: 1, count: model.scenario.objects.count)
    sequences = Array(repeating: 0, count: model.scenario.objects.count)
    announced = Array(repeating: false, count: model.bodyCount)
    timedOut = announced
    gaveUpThread = announced
    state.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { model.writeInitialState(base) }
    }
  }

  /// Whether all that was started or due has ended.
  public var isFinished: Bool { withState { model.isFinished($0) } }

  /// The steps that can be made next.
  public func choices() -> [Schedule.Step] {
    withState { state in moves(state).map { model.step(of: $0, in: state) } }
  }

  func moves(_ state: StepModel.State) -> [StepModel.Move] {
    withUnsafeTemporaryAllocation(of: StepModel.Move.self, capacity: model.bodyCount + 2) { room in
      guard let base = room.baseAddress else { return [] }
      var result: [StepModel.Move] = []
      for body in 0..<model.bodyCount {
        let count = model.moves(state, body, into: base)
        result.append(contentsOf: room[..<count])
      }
      return result
    }
  }

  func withState<Result>(_ body: (StepModel.State) -> Result) -> Result {
    var copy = state
    return copy.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }

  /// The events before the first step: locks made, threads started.
  public mutating func begin() -> [Event] {
    var events: [Event] = []
    for object in model.scenario.objects.indices { events += created(object, by: .none, .none) }
    let nothing = Array(repeating: UInt8(0), count: model.stateSize)
    events += startsAndEnds(since: nothing)
    return events
  }

  /// Makes a step and gives its events; nil if the step can't be made.
  ///
  /// A blocked step of an operation whose wanted value needs no fixing changes nothing but tells
  /// that the body waits.
  public mutating func apply(_ step: Schedule.Step) -> [Event]? {
    guard model.scenario.bodies.indices.contains(step.operation.body) else { return nil }
    let move = model.move(of: step)
    let isPossible = withState { moves($0).contains(move) }
    let number = withState { model.instruction($0, move.body).map { Int($0.number) } ?? 1 }
    guard number == step.operation.operation else { return nil }
    if step.outcome == .blocked && !isPossible { return announce(move.body) }
    guard isPossible else { return nil }
    time += 1_000
    let before = state
    let instruction = withState { model.programInstruction($0, move.body) }
    state.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { model.apply(move, to: base) }
    }
    guard step.outcome != .started, let instruction else { return startsAndEnds(since: before) }
    return events(of: step, instruction, before: before) + startsAndEnds(since: before)
  }

  /// Tells that a body waits in its next operation, unless it did already.
  public mutating func announce(_ body: Int) -> [Event] {
    guard !announced[body],
      let instruction = withState({ model.programInstruction($0, body) })
    else { return [] }
    guard var event = waiting(body, instruction, in: state) else { return [] }
    announced[body] = true
    time += 1_000
    event.time = time
    return [event]
  }

  /// Bodies whose next operation can't go now.
  public var stuckBodies: [Int] {
    withState { state in (0..<model.bodyCount).filter { model.isStuck(state, $0) } }
  }

  /// The thread that runs a body now, or ran it last.
  ///
  /// A task that was suspended goes on in another thread, unless the pool has only one.
  public func thread(of body: Int) -> ThreadID {
    ThreadID(index: UInt32(body + 1), generation: max(runs[body], 1))
  }

  /// The lock that an object's name stands for now.
  public func lock(of object: Int) -> LockID {
    LockID(index: UInt32(object + 1), generation: generations[object])
  }

  /// The locks as they are named and of what kind, for whoever analyses the events.
  public var locks: [LockState] {
    model.scenario.objects.indices.flatMap { index -> [LockState] in
      let object = model.scenario.objects[index]
      let kind: LockKind
      switch object.kind {
      case .conditionLock, .plainLock: kind = .condition
      case .condition: kind = .monitor
      case .semaphore: kind = .semaphore
      case .queue, .variable: return []
      }
      return (1...generations[index]).map {
        LockState(
          id: LockID(index: UInt32(index + 1), generation: $0), kind: kind, name: object.name,
          value: object.initialValue, initialValue: object.initialValue)
      }
    }
  }

  /// The threads as they are named, for whoever analyses the events.
  public var threads: [ThreadState] {
    model.scenario.bodies.indices.flatMap { index -> [ThreadState] in
      guard runs[index] > 0 else { return [] }
      let body = model.scenario.bodies[index]
      let kind: ThreadState.Kind =
        switch body.kind {
        case .thread: .plain
        case .task: .pool
        case .block: .dispatch
        }
      return (1...runs[index]).map {
        ThreadState(
          id: ThreadID(index: UInt32(index + 1), generation: $0), name: body.name, kind: kind)
      }
    }
  }
}
