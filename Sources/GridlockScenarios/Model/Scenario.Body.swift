extension Scenario {
  /// A thread, a task or a dispatch block, and what it does.
  public struct Body: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
      case thread = "T"
      case task = "A"
      case block = "B"
    }

    public var kind: Kind
    public var number: Int
    public var statements: [Statement]

    public init(kind: Kind, number: Int, statements: [Statement] = []) {
      self.kind = kind
      self.number = number
      self.statements = statements
    }

    /// The name in the file's notation, such as `T1`.
    public var name: String { kind.rawValue + String(number) }

    /// Whether it is the thread that serves the main queue.
    public var isMain: Bool { kind == .thread && number == 0 }

    /// How many numbers its operations take, with each `repeat` unrolled in full.
    public var operationCount: Int { Statement.count(of: statements) }
  }
}
