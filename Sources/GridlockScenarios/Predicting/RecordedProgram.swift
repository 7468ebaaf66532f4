import GridlockAnalysis
import GridlockEvents

/// The threads of a recorded run as a scenario: the model that is checked for schedules that hang
/// (Checkmate: Joshi, Naik, Sen and Gay, 2010; the predicates of waits are the values here).
struct RecordedProgram {
  private(set) var scenario: Scenario
  /// Where each operation of the scenario was, by body.
  private(set) var operations: [[RecordedOperation]] = []
  private(set) var assumptions: Set<Prediction.Assumption> = []
  private(set) var threads: [ThreadID]
  private var objects: [LockID: Int] = [:]

  /// - Parameter run: A stretch of a run; what threads hold at its start they take first.
  init?(_ run: RecordedRun) {
    var readers: [ThreadID: OperationReader] = [:]
    threads = []
    for event in run.events {
      if readers[event.thread] == nil {
        readers[event.thread] = OperationReader()
        threads.append(event.thread)
      }
      readers[event.thread]!.take(event)
    }
    threads = threads.filter { !(readers[$0]?.operations.isEmpty ?? true) }
    guard threads.count > 1, threads.count <= 60 else { return nil }
    scenario = Scenario(
      bodies: threads.indices.map { Scenario.Body(kind: .thread, number: $0 + 1) })
    let started = Set(run.events.filter { $0.kind == .spawned }.map(\.other))
    if run.lostEvents > 0 { assumptions.insert(.startMissing) }
    addObjects(run)
    let rules = Self.rules(threads.flatMap { readers[$0]!.operations })
    for (body, thread) in threads.enumerated() {
      var list = readers[thread]!.operations
      list = Self.completed(list, thread)
      operations.append(list)
      var actions: [(action: Scenario.Action, failed: Bool)] = []
      for operation in list {
        guard let action = action(operation, rules) else { return nil }
        actions.append((action, operation.failed))
      }
      scenario.bodies[body].statements = Scenario.Statement.repeating(actions[...])
    }
    // One, the main thread, is there from the start.
    if threads.filter({ !started.contains($0) }).count > 1 { assumptions.insert(.startsFreely) }
  }

  private mutating func addObjects(_ run: RecordedRun) {
    // A lock that has ended left nothing but its events.
    var kinds: [LockID: LockKind] = [:]
    for event in run.events {
      switch event.operation {
      case .wait, .waitUntil, .signal, .broadcast: kinds[event.lock] = .monitor
      case .semaphoreWait, .semaphoreWaitUntil, .semaphoreSignal: kinds[event.lock] = .semaphore
      default: break
      }
    }
    for event in run.events where event.lock != .none && objects[event.lock] == nil {
      let number = scenario.objects.count + 1
      let kind: Scenario.Object.Kind
      let letter: String
      switch run.locks[event.lock]?.kind ?? kinds[event.lock] ?? .condition {
      case .condition: (kind, letter) = (.conditionLock, "L")
      case .mutex, .recursive, .external: (kind, letter) = (.plainLock, "M")
      case .monitor: (kind, letter) = (.condition, "C")
      case .semaphore: (kind, letter) = (.semaphore, "S")
      }
      objects[event.lock] = scenario.objects.count
      var initial = 0
      if kind == .conditionLock { initial = event.before }
      // A semaphore's first event tells the count before it.
      if kind == .semaphore { initial = max(event.before, 0) }
      if event.kind == .created { initial = event.after }
      scenario.objects.append(
        Scenario.Object(name: "\(letter)\(number)", kind: kind, initialValue: initial))
    }
  }

  /// Locks that a thread gives back and never took are taken first.
  private static func completed(
    _ list: [RecordedOperation], _ thread: ThreadID
  ) -> [RecordedOperation] {
    var held: Set<LockID> = []
    var first: [RecordedOperation] = []
    for operation in list where !operation.failed {
      let event = operation.event
      switch event.operation {
      case .lock, .lockWhen, .tryLock, .tryLockWhen, .lockBefore, .lockWhenBefore:
        held.insert(event.lock)
      case .wait, .waitUntil:
        if held.insert(event.lock).inserted { first.append(taking(event)) }
      case .unlock where !held.contains(event.lock):
        first.append(taking(event))
      case .unlock, .unlockWith: held.remove(event.lock)
      default: break
      }
    }
    return first + list
  }

  private static func taking(_ event: Event) -> RecordedOperation {
    var taken = event
    taken.kind = .acquired
    taken.operation = .lock
    return RecordedOperation(event: taken)
  }

  /// How each thread's releases at one place come to their values: by what all threads set there,
  /// or, where that has no rule, by what each sets: a number it was given, say.
  private static func rules(_ all: [RecordedOperation]) -> [Place: ValueRule] {
    let releases = all.filter { $0.event.operation == .unlockWith }
    let places = Dictionary(grouping: releases) { $0.event.stack }.mapValues(ValueRule.init)
    return Dictionary(grouping: releases) { Place($0.event) }.mapValues { own in
      let common = places[own[0].event.stack] ?? .unknown
      return common == .unknown ? ValueRule(own) : common
    }
  }

  private struct Place: Hashable {
    var thread: ThreadID
    var stack: StackID

    init(_ event: Event) { (thread, stack) = (event.thread, event.stack) }
  }

  private mutating func action(
    _ operation: RecordedOperation, _ rules: [Place: ValueRule]
  ) -> Scenario.Action? {
    let event = operation.event
    if event.kind == .spawned || event.kind == .joined {
      guard let other = threads.firstIndex(of: event.other) else { return .work(milliseconds: 0) }
      return event.kind == .spawned ? .spawn(other) : .join(other)
    }
    guard let object = objects[event.lock] else { return nil }
    let isCondition = scenario.objects[object].kind == .conditionLock
    let wanted = Scenario.Value.constant(event.wanted ?? 0)
    switch event.operation {
    case .lock: return .lock(object)
    case .lockWhen: return isCondition ? .lockWhen(object, wanted) : .lock(object)
    case .tryLock: return .tryLock(object)
    case .tryLockWhen: return .tryWhen(object, wanted)
    case .lockBefore: return .lockBefore(object, milliseconds: 1)
    case .lockWhenBefore: return .lockWhenBefore(object, wanted, milliseconds: 1)
    case .unlock: return .unlock(object)
    case .unlockWith:
      switch event.stack == .none ? .constant(event.after) : rules[Place(event)] ?? .unknown {
      case .constant: return .unlockWith(object, .constant(event.after))
      case .relative(let step):
        assumptions.insert(.valuesComputed)
        return .unlockWith(object, .relative(object, offset: step))
      case .unknown: return nil
      }
    case .wait: return .wait(object)
    case .waitUntil: return .waitUntil(object, milliseconds: 1)
    case .signal: return .signal(object)
    case .broadcast: return .broadcast(object)
    case .semaphoreWait, .semaphoreWaitUntil: return .semaphoreWait(object)
    case .semaphoreSignal: return .semaphoreSignal(object)
    case .none, .spawn, .join, .exit, .create, .destroy, .read: return nil
    }
  }
}
