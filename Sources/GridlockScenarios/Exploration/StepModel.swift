/// The rules by which a scenario moves, over states packed into a few bytes.
///
/// A state is a row of cells: each body's status, position and (where needed) register; each
/// lock's owner and value; counts, variables, queues. Equal situations have equal bytes.
final class StepModel {
  typealias State = UnsafeMutablePointer<UInt8>

  let scenario: Scenario
  let programs: [Program]
  let bodyCount: Int
  /// Bytes of a state, a multiple of eight.
  let stateSize: Int
  /// Whether a schedule could go on for ever.
  let hasLoops: Bool
  /// Bodies that may run more than once.
  var isRestartable: [Bool] = []
  let bodies: UnsafeMutablePointer<BodyLayout>
  let instructions: UnsafeMutablePointer<Instruction>
  private let instructionCount: Int
  /// Offsets of each object's owner and value, or -1.
  let owners: [Int32]
  let cells: [Int32]
  /// Offset, capacity of each queue; the main queue is the first.
  let queues: [(offset: Int, capacity: Int)]
  let poolOffset: Int
  let poolCapacity: Int
  let isPoolLimited: Bool
  let mainBody: Int?
  /// The bit of all that pools and queues do.
  let schedulerBit: UInt64 = 1

  /// Why the model could not represent a step.
  enum Overflow { case values, queue }
  var overflow: Overflow?
  private var internedValues: [Int] = []
  private var internedCodes: [Int: UInt16] = [:]

  struct BodyLayout {
    var kind: Scenario.Body.Kind
    /// Where the status is; the position follows in two bytes.
    var offset: Int
    /// Where the two bytes of the register are, or -1.
    var register = -1
    /// Where a block keeps the queue that it runs on, plus one, or -1.
    var running = -1
    /// The index of the first instruction.
    var base: Int
    var end: Int
    /// What its start or its resumption touches while it isn't active.
    var idleWrites: UInt64 = 0
    var endWrites: UInt64 = 0
    var isRestartable = false
  }

  init(_ scenario: Scenario, cuttingRepeats: Bool = true) {
    self.scenario = scenario
    let programs = scenario.bodies.map { Program($0, cuttingRepeats: cuttingRepeats) }
    self.programs = programs
    bodyCount = programs.count
    bodies = .allocate(capacity: max(programs.count, 1))
    mainBody = scenario.bodies.firstIndex(where: \.isMain)
    var offset = 0
    var base = 0
    var hasLoops = false
    for (index, body) in scenario.bodies.enumerated() {
      let program = programs[index]
      var layout = BodyLayout(kind: body.kind, offset: offset, base: base, end: program.end)
      offset += 3
      if program.instructions.contains(where: { Self.needsRegister($0.action) }) {
        layout.register = offset
        offset += 2
      }
      if body.kind == .block {
        layout.running = offset
        offset += 1
      }
      base += program.end
      bodies.advanced(by: index).initialize(to: layout)
      hasLoops =
        hasLoops
        || program.instructions.indices.contains {
          program.instructions[$0].next <= $0 || program.instructions[$0].otherwise <= $0
        }
    }
    let circular = Self.circularStarts(in: programs)
    hasLoops = hasLoops || !circular.isEmpty
    self.hasLoops = hasLoops
    var owners: [Int32] = []
    var cells: [Int32] = []
    var queueOf: [Int: Int] = [:]
    for (index, object) in scenario.objects.enumerated() {
      owners.append(object.isLock ? Int32(offset) : -1)
      if object.isLock { offset += 1 }
      switch object.kind {
      case .conditionLock, .semaphore, .variable:
        cells.append(Int32(offset))
        offset += 2
      case .plainLock, .condition: cells.append(-1)
      case .queue:
        cells.append(-1)
        queueOf[index] = queueOf.count + 1
      }
    }
    self.owners = owners
    self.cells = cells
    var senders = Array(repeating: 0, count: queueOf.count + 1)
    for program in programs {
      for instruction in program.instructions {
        switch instruction.action {
        case .async(let queue, _), .sync(let queue, _):
          senders[Self.index(of: queue, queueOf)] += 1
        default: break
        }
      }
    }
    var queues: [(offset: Int, capacity: Int)] = []
    for count in senders {
      let capacity = count == 0 ? 0 : min(hasLoops ? count + 2 : count, 64)
      queues.append((offset, capacity))
      offset += 2 * capacity
    }
    self.queues = queues
    isPoolLimited = scenario.poolWidth != nil
    poolOffset = offset
    poolCapacity = isPoolLimited ? scenario.bodies.count { $0.kind == .task } : 0
    offset += poolCapacity
    stateSize = max((offset + 7) & ~7, 8)
    instructionCount = base
    instructions = .allocate(capacity: max(base, 1))
    for (body, program) in programs.enumerated() {
      for (index, instruction) in program.instructions.enumerated() {
        instructions.advanced(by: bodies[body].base + index).initialize(
          to: Self.lower(
            instruction, at: index, owners: owners, cells: cells, queueOf: queueOf))
      }
    }
    for start in circular { instructions[bodies[start.by].base + start.position].goesBack = true }
    findIndependence()
  }

  deinit {
    bodies.deallocate()
    instructions.deallocate()
  }

  static func index(of queue: Scenario.Queue, _ queueOf: [Int: Int]) -> Int {
    switch queue {
    case .main: 0
    case .serial(let object): queueOf[object] ?? 0
    }
  }

  private static func needsRegister(_ action: Scenario.Action) -> Bool {
    switch action {
    case .lockWhen(_, .relative), .lockWhenBefore(_, .relative, _), .runLoop: true
    default: false
    }
  }

  // MARK: Cells

  @inline(__always)
  func load(_ state: State, _ offset: Int) -> UInt16 {
    UnsafeRawPointer(state + offset).loadUnaligned(as: UInt16.self)
  }

  @inline(__always)
  func store(_ state: State, _ offset: Int, _ value: UInt16) {
    UnsafeMutableRawPointer(state + offset).storeBytes(of: value, as: UInt16.self)
  }

  @inline(__always)
  func value(_ state: State, _ cell: Int32) -> Int { decode(load(state, Int(cell))) }

  @inline(__always)
  func setValue(_ state: State, _ cell: Int32, _ value: Int) {
    store(state, Int(cell), encode(value))
  }

  @inline(__always)
  func value(_ state: State, _ operand: Operand) -> Int {
    operand.cell < 0 ? operand.constant : value(state, operand.cell) &+ operand.constant
  }

  @inline(__always)
  func decode(_ code: UInt16) -> Int {
    code < 32768 ? Int(code) - 16384 : internedValues[Int(code) - 32768]
  }

  @inline(__always)
  func encode(_ value: Int) -> UInt16 {
    value >= -16384 && value < 16384 ? UInt16(truncatingIfNeeded: value + 16384) : intern(value)
  }

  private func intern(_ value: Int) -> UInt16 {
    if let code = internedCodes[value] { return code }
    guard internedValues.count < 32768 else {
      overflow = .values
      return 0
    }
    let code = UInt16(32768 + internedValues.count)
    internedValues.append(value)
    internedCodes[value] = code
    return code
  }

  @inline(__always)
  func status(_ state: State, _ body: Int) -> UInt8 { state[bodies[body].offset] }

  @inline(__always)
  func setStatus(_ state: State, _ body: Int, _ status: UInt8) {
    state[bodies[body].offset] = status
  }

  @inline(__always)
  func position(_ state: State, _ body: Int) -> Int { Int(load(state, bodies[body].offset + 1)) }

  @inline(__always)
  func setPosition(_ state: State, _ body: Int, _ position: Int) {
    store(state, bodies[body].offset + 1, UInt16(truncatingIfNeeded: position))
  }

  /// The instruction a body is at, or nil where it is at its end or hasn't started.
  func instruction(_ state: State, _ body: Int) -> Instruction? {
    let position = position(state, body)
    return position < bodies[body].end ? instructions[bodies[body].base + position] : nil
  }

  /// The same, as the program has it.
  func programInstruction(_ state: State, _ body: Int) -> Program.Instruction? {
    let position = position(state, body)
    return position < bodies[body].end ? programs[body].instructions[position] : nil
  }
}
