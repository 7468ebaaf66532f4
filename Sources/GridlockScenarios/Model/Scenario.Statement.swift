extension Scenario {
  /// An operation, with the statements that depend on it.
  public indirect enum Statement: Sendable, Hashable {
    case action(Action)
    /// A try or timed form with what follows either outcome.
    case attempt(Action, then: [Statement], otherwise: [Statement])
    case branch(Comparison, then: [Statement], otherwise: [Statement])
    case loop(Comparison, [Statement])
    case repeated(Int, [Statement])

    /// Counts over this are cut by the checker.
    public static let longestRepeat = 10
    /// What the checker cuts a longer count to.
    public static let shortenedRepeat = 3

    /// How many operation numbers it takes, with each `repeat` unrolled in full.
    ///
    /// Stops counting at `Int32.max`.
    public var count: Int {
      switch self {
      case .action: 1
      case .attempt(_, let then, let otherwise), .branch(_, let then, let otherwise):
        min(1 + Self.count(of: then) + Self.count(of: otherwise), Int(Int32.max))
      case .loop(_, let body): min(1 + Self.count(of: body), Int(Int32.max))
      case .repeated(let times, let body):
        Self.bounded(times, times: Self.count(of: body))
      }
    }

    private static func bounded(_ left: Int, times right: Int) -> Int {
      let (product, overflow) = max(left, 0).multipliedReportingOverflow(by: right)
      return overflow ? Int(Int32.max) : min(product, Int(Int32.max))
    }

    static func count(of statements: [Statement]) -> Int {
      statements.reduce(0) { min($0 + $1.count, Int(Int32.max)) }
    }

    var hasLongRepeat: Bool {
      switch self {
      case .action: false
      case .attempt(_, let then, let otherwise), .branch(_, let then, let otherwise):
        then.contains(where: \.hasLongRepeat) || otherwise.contains(where: \.hasLongRepeat)
      case .loop(_, let body): body.contains(where: \.hasLongRepeat)
      case .repeated(let times, let body):
        times > Self.longestRepeat || body.contains(where: \.hasLongRepeat)
      }
    }

    package static func forEachAction(in statements: [Statement], _ visit: (Action) -> Void) {
      for statement in statements {
        switch statement {
        case .action(let action): visit(action)
        case .attempt(let action, let then, let otherwise):
          visit(action)
          forEachAction(in: then, visit)
          forEachAction(in: otherwise, visit)
        case .branch(_, let then, let otherwise):
          forEachAction(in: then, visit)
          forEachAction(in: otherwise, visit)
        case .loop(_, let body), .repeated(_, let body): forEachAction(in: body, visit)
        }
      }
    }
  }
}
