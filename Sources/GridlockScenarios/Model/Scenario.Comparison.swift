extension Scenario {
  /// The condition of an `if` or a `while`.
  public struct Comparison: Sendable, Hashable {
    public enum Relation: String, Sendable, Hashable, CaseIterable {
      case equal = "=="
      case notEqual = "!="
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="

      /// Whether it holds between two integers.
      public func holds(_ left: Int, _ right: Int) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
      }
    }

    public var left: Value
    public var relation: Relation
    public var right: Value

    public init(left: Value, relation: Relation, right: Value) {
      self.left = left
      self.relation = relation
      self.right = right
    }
  }
}
