import GridlockEvents

/// Lets a machine run freely, as real threads would: in turns, with time passing.
struct FreeRun {
  private static let microsecond: UInt64 = 1_000
  private static let millisecond: UInt64 = 1_000_000

  var machine: Machine
  private(set) var steps: [Schedule.Step] = []
  private(set) var events: [Event] = []
  /// When each body can make its next step.
  private var readyAt: [UInt64]
  /// When the limit of a blocked body's operation passes.
  private var deadlines: [UInt64?]
  private var lastMoved: [Int]
  private var waitingSince: [Int]
  private var turn = 0
  /// The state of the dice; nil where bodies take turns.
  private var dice: UInt64?

  init(_ machine: Machine, seed: UInt64? = nil) {
    dice = seed.map { $0 &* 0x9e37_79b9_7f4a_7c15 | 1 }
    self.machine = machine
    self.machine.movesClock = false
    let count = machine.model.bodyCount
    readyAt = Array(repeating: 0, count: count)
    deadlines = Array(repeating: nil, count: count)
    lastMoved = Array(repeating: 0, count: count)
    waitingSince = Array(repeating: 0, count: count)
  }

  /// Steps until nothing moves any more, or until enough was seen.
  mutating func run(mostSteps: Int = 300_000) {
    for body in 0..<machine.model.bodyCount { arrive(body) }
    while steps.count < mostSteps {
      if let step = choose() {
        make(step)
      } else if !letTimePass() {
        return
      }
    }
  }

  private func moves() -> [StepModel.Move] { machine.withState { machine.moves($0) } }

  private func code(_ body: Int) -> StepModel.Code? {
    machine.withState { machine.model.instruction($0, body)?.code }
  }

  private func isLimit(_ move: StepModel.Move) -> Bool {
    guard move.how == StepModel.Move.fail else { return false }
    let code = code(move.body)
    return code == .lockBefore || code == .lockWhenBefore || code == .waitUntil
  }

  private func isDue(_ move: StepModel.Move) -> Bool {
    guard isLimit(move) else { return readyAt[move.body] <= machine.time }
    return deadlines[move.body].map { $0 <= machine.time } ?? false
  }

  /// A due move at random, or that of the body that has waited longest for its turn.
  private mutating func choose() -> StepModel.Move? {
    let due = moves().filter { isDue($0) }
    if let value = dice, !due.isEmpty {
      var next = value ^ value << 13
      next ^= next >> 7
      next ^= next << 17
      dice = next
      return due[Int(next >> 33) % due.count]
    }
    var best: StepModel.Move?
    for move in due {
      guard let present = best else {
        best = move
        continue
      }
      if present.body == move.body {
        if isBetter(move, than: present) { best = move }
      } else if lastMoved[move.body] < lastMoved[present.body] {
        best = move
      }
    }
    return best
  }

  /// Of one body's moves: going through before giving up, the longest waiter woken first.
  private func isBetter(_ move: StepModel.Move, than other: StepModel.Move) -> Bool {
    if move.how >= StepModel.Move.wake, other.how >= StepModel.Move.wake {
      return waitingSince[Int(move.how - StepModel.Move.wake)]
        < waitingSince[Int(other.how - StepModel.Move.wake)]
    }
    return move.how != StepModel.Move.fail && other.how == StepModel.Move.fail
  }

  private mutating func make(_ move: StepModel.Move) {
    let body = move.body
    let before = machine.state
    let step = machine.withState { machine.model.step(of: move, in: $0) }
    let position = machine.withState { machine.model.position($0, body) }
    guard let told = machine.apply(step) else { return }
    events += told
    steps.append(step)
    turn += 1
    lastMoved[body] = turn
    waitingSince[body] = turn
    let statusOffset = machine.model.bodies[body].offset
    let nowAt = machine.withState { machine.model.position($0, body) }
    if nowAt <= position, machine.state[statusOffset] == StepModel.Status.active {
      // Another turn of a loop.
      readyAt[body] = machine.time + 100 * Self.microsecond
    }
    arrive(body)
    for other in 0..<machine.model.bodyCount
    where other != body
      && before[machine.model.bodies[other].offset]
        != machine.state[machine.model.bodies[other].offset]
    {
      arrive(other)
    }
    announce()
  }

  /// Notes how long a body takes where it is now.
  private mutating func arrive(_ body: Int) {
    deadlines[body] = nil
    guard let instruction = machine.withState({ machine.model.programInstruction($0, body) })
    else { return }
    switch instruction.action {
    case .work(let duration), .sleep(let duration):
      readyAt[body] = machine.time + UInt64(duration) * Self.millisecond
    case .waitUntil(_, let limit)
    where machine.state[machine.model.bodies[body].offset] == StepModel.Status.waiting:
      deadlines[body] = machine.time + UInt64(limit) * Self.millisecond
    default: break
    }
  }

  /// Tells of the bodies that are blocked now.
  private mutating func announce() {
    var movers: Set<Int> = []
    for move in moves() where !isLimit(move) { movers.insert(move.body) }
    for body in 0..<machine.model.bodyCount
    where !movers.contains(body)
      && machine.state[machine.model.bodies[body].offset] == StepModel.Status.active
    {
      switch machine.withState({ machine.model.programInstruction($0, body)?.action }) {
      case .lockBefore(_, let limit), .lockWhenBefore(_, _, let limit):
        if deadlines[body] == nil {
          deadlines[body] = machine.time + UInt64(limit) * Self.millisecond
        }
      default: break
      }
      events += machine.announce(body)
    }
  }

  /// Moves the clock to the next thing that time brings; false if nothing is to come.
  private mutating func letTimePass() -> Bool {
    announce()
    var next: UInt64?
    for move in moves() {
      guard let time = isLimit(move) ? deadlines[move.body] : readyAt[move.body] else { continue }
      next = min(next ?? .max, time)
    }
    guard let next else { return false }
    machine.time = max(machine.time, next)
    return true
  }
}
