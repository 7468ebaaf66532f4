import GridlockAnalysis

extension Scenario {
  /// What must be found.
  public struct Expectation: Sendable, Hashable {
    /// The names of kinds, any of which will do.
    public var kinds: [String]
    /// Whether finding nothing worse than notes will do.
    public var allowsNone: Bool
    /// Operations of which a right finding names at least one; empty for any.
    public var operations: [OperationReference]

    public init(kinds: [String], allowsNone: Bool, operations: [OperationReference] = []) {
      self.kinds = kinds
      self.allowsNone = allowsNone
      self.operations = operations
    }

    /// The names a file may use, of detectors that exist and of some that don't yet.
    public static let knownKinds: Set<String> =
      Set(Finding.Kind.allCases.map(\.rawValue))
      .union(["pool-starvation", "queue-block", "suspended-holding"])
  }
}
