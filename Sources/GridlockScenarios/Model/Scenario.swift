/// A locking protocol in a few lines: bodies, their operations, and what must be found.
public struct Scenario: Sendable, Hashable {
  /// The comment lines, without `#` and surrounding space.
  public var comments: [String]
  /// Locks, conditions, semaphores, queues and variables, in the order they are declared.
  public var objects: [Object]
  /// How many tasks run at once; nil for no limit.
  public var poolWidth: Int?
  /// How many dispatch blocks run at once; nil for no limit.
  public var dispatchWidth: Int?
  /// Threads, tasks and blocks, in the order they appear; an index here is a site tag's body.
  public var bodies: [Body]
  /// Steps to force, in turn.
  public var order: [OrderStep]
  /// What the file says of its schedules, or nil where it says nothing.
  public var hang: Hang?
  /// What the file says must be found, or nil where it says nothing.
  public var expectation: Expectation?

  public init(
    comments: [String] = [], objects: [Object] = [], poolWidth: Int? = nil,
    dispatchWidth: Int? = nil, bodies: [Body] = [], order: [OrderStep] = [], hang: Hang? = nil,
    expectation: Expectation? = nil
  ) {
    self.comments = comments
    self.objects = objects
    self.poolWidth = poolWidth
    self.dispatchWidth = dispatchWidth
    self.bodies = bodies
    self.order = order
    self.hang = hang
    self.expectation = expectation
  }

  /// Whether the file says that its notation can't hold the whole case.
  public var needsMoreThanNotation: Bool {
    comments.contains { $0.hasPrefix("needs more than the notation says") }
  }

  /// Whether a count of some `repeat` is over what the checker unrolls.
  public var hasLongRepeats: Bool {
    bodies.contains { body in body.statements.contains { $0.hasLongRepeat } }
  }

  /// The threads that start by themselves: those that no `spawn` names.
  public var selfStartingThreads: [Int] {
    let named = Set(mentions.spawned)
    return bodies.indices.filter { bodies[$0].kind == .thread && !named.contains($0) }
  }

  /// The tasks queued to the pool at the start, in number order: those that no `task` names.
  public var selfStartingTasks: [Int] {
    let named = Set(mentions.queued)
    return bodies.indices
      .filter { bodies[$0].kind == .task && !named.contains($0) }
      .sorted { bodies[$0].number < bodies[$1].number }
  }

  private var mentions: (spawned: [Int], queued: [Int]) {
    var spawned: [Int] = []
    var queued: [Int] = []
    for body in bodies {
      Statement.forEachAction(in: body.statements) { action in
        switch action {
        case .spawn(let target): spawned.append(target)
        case .task(let target): queued.append(target)
        default: break
        }
      }
    }
    return (spawned, queued)
  }
}
