/// One breadth-first search.
struct Search: ~Copyable {
  let model: StepModel
  let options: Explorer.Options
  var store: StateStore
  var moveCount = 0
  var bound: Exploration.Bound?
  /// The first state in which nothing can move and something is unfinished.
  var firstHang: Int?
  /// The first state in which everything has ended.
  var firstEnd: Int?
  /// Targets of all moves, state by state; kept only where schedules can go on for ever.
  var edges: [UInt32] = []
  var edgeStarts: [UInt32] = []
  var duration = Duration.zero
  private let current: StepModel.State
  private let scratch: StepModel.State
  private let moves: UnsafeMutablePointer<StepModel.Move>
  private let moveStarts: UnsafeMutablePointer<Int>

  init(model: StepModel, options: Explorer.Options, start: StepModel.State) {
    self.model = model
    self.options = options
    store = StateStore(stateSize: model.stateSize)
    let words = model.stateSize / 8
    current = UnsafeMutableRawPointer.allocate(byteCount: words * 8, alignment: 8)
      .bindMemory(to: UInt8.self, capacity: words * 8)
    scratch = UnsafeMutableRawPointer.allocate(byteCount: words * 8, alignment: 8)
      .bindMemory(to: UInt8.self, capacity: words * 8)
    moves = .allocate(capacity: (model.bodyCount + 1) * (model.bodyCount + 2))
    moveStarts = .allocate(capacity: model.bodyCount + 1)
    current.update(from: start, count: model.stateSize)
    _ = store.insert(current, parent: .max, move: StepModel.Move(rawValue: 0))
  }

  deinit {
    current.deallocate()
    scratch.deallocate()
    moves.deallocate()
    moveStarts.deallocate()
  }

  /// Visits every state, or stops at a bound or when nothing more is to be proved.
  mutating func run() {
    let clock = ContinuousClock()
    let begin = clock.now
    let model = model
    let keepsEdges = model.hasLoops
    var index = 0
    while index < store.count {
      if index & 0xfff == 0xfff {
        if clock.now - begin > options.timeLimit { bound = .time }
        if store.bytes + (edges.capacity + edgeStarts.capacity) * 4 > options.mostBytes {
          bound = .memory
        }
        if bound != nil { break }
      }
      current.update(from: store.state(index), count: model.stateSize)
      if keepsEdges { edgeStarts.append(UInt32(truncatingIfNeeded: edges.count)) }
      let range = select()
      if range.isEmpty {
        if model.isFinished(current) {
          if firstEnd == nil { firstEnd = index }
        } else if firstHang == nil {
          firstHang = index
        }
        if options.stopsWhenProved, firstEnd != nil, firstHang != nil { break }
      }
      for position in range {
        let move = moves[position]
        scratch.update(from: current, count: model.stateSize)
        model.apply(move, to: scratch)
        let target = store.insert(
          scratch, parent: UInt32(truncatingIfNeeded: index), move: move
        ).index
        if keepsEdges { edges.append(UInt32(truncatingIfNeeded: target)) }
      }
      moveCount += range.count
      if let overflow = model.overflow {
        bound = overflow == .values ? .values : .queue
        break
      }
      index += 1
      if store.count > options.mostStates || edges.count > 4_000_000_000 {
        bound = .states
        break
      }
    }
    duration = clock.now - begin
  }

  /// Lists the moves to try from the current state: all, or enough of them.
  private func select() -> Range<Int> {
    let model = model
    let bodyCount = model.bodyCount
    var count = 0
    var movers = 0
    for body in 0..<bodyCount {
      moveStarts[body] = count
      let added = model.moves(current, body, into: moves + count)
      count += added
      if added > 0 { movers += 1 }
    }
    moveStarts[bodyCount] = count
    guard options.reduces, movers > 1 else { return 0..<count }
    var best: UInt64 = 0
    var bestCount = count
    for body in 0..<bodyCount {
      let own = moveStarts[body + 1] - moveStarts[body]
      guard own > 0, own < bestCount else { continue }
      if let (members, size) = closure(from: body, below: bestCount) {
        best = members
        bestCount = size
        if size == 1 { break }
      }
    }
    guard bestCount < count else { return 0..<count }
    // Gather the chosen bodies' moves at the front.
    var end = 0
    for body in 0..<bodyCount where best & (1 << UInt64(body)) != 0 {
      for position in moveStarts[body]..<moveStarts[body + 1] {
        moves[end] = moves[position]
        end += 1
      }
    }
    return 0..<end
  }

  /// The bodies that must be tried along with one, if they have fewer moves than `limit` and none
  /// goes back in a loop.
  private func closure(from first: Int, below limit: Int) -> (members: UInt64, moves: Int)? {
    let model = model
    var members: UInt64 = 0
    var reads: UInt64 = 0
    var writes: UInt64 = 0
    var moveCount = 0
    var added = first
    while added >= 0 {
      members |= 1 << UInt64(added)
      let own = moveStarts[added + 1] - moveStarts[added]
      moveCount += own
      if moveCount >= limit { return nil }
      switch model.status(current, added) {
      case StepModel.Status.active, StepModel.Status.waiting, StepModel.Status.woken,
        StepModel.Status.fixed:
        let instruction =
          model.instructions + (model.bodies[added].base + model.position(current, added))
        if own > 0, instruction.pointee.goesBack { return nil }
        reads |= instruction.pointee.reads
        writes |= instruction.pointee.writes
      default: writes |= model.bodies[added].idleWrites
      }
      added = -1
      for other in 0..<model.bodyCount where members & (1 << UInt64(other)) == 0 {
        let (futureReads, futureWrites) = future(other)
        if futureWrites & (reads | writes) | futureReads & writes != 0 {
          added = other
          break
        }
      }
    }
    return (members, moveCount)
  }

  @inline(__always)
  private func future(_ body: Int) -> (reads: UInt64, writes: UInt64) {
    let layout = model.bodies + body
    var writes: UInt64 = 0
    switch model.status(current, body) {
    case StepModel.Status.finished:
      guard layout.pointee.isRestartable else { return (0, 0) }
      writes = layout.pointee.idleWrites
    case StepModel.Status.dormant, StepModel.Status.queued, StepModel.Status.suspended:
      writes = layout.pointee.idleWrites
    default: break
    }
    let position = model.position(current, body)
    guard position < layout.pointee.end else { return (0, writes | layout.pointee.endWrites) }
    let instruction = model.instructions + (layout.pointee.base + position)
    return (instruction.pointee.futureReads, writes | instruction.pointee.futureWrites)
  }
}
