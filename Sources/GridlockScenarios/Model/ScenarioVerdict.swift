public import GridlockAnalysis
import GridlockEvents

/// Whether a scenario's `hang:` and `expect:` lines hold.
public struct ScenarioVerdict: Sendable, Hashable {
  /// One finding, as far as an `expect:` line speaks of it.
  public struct Found: Sendable, Hashable {
    public var kind: String
    public var also: [String]
    public var severity: Finding.Severity
    public var operations: Set<Scenario.OperationReference>

    public init(
      kind: String, also: [String] = [], severity: Finding.Severity,
      operations: Set<Scenario.OperationReference> = []
    ) {
      self.kind = kind
      self.also = also
      self.severity = severity
      self.operations = operations
    }

    /// Takes the operations from the site tags of those who take part.
    public init(_ finding: Finding) {
      kind = finding.kind.rawValue
      also = finding.also.map(\.rawValue)
      severity = finding.severity
      operations = []
      for participant in finding.participants {
        let tag = participant.mark.tag
        guard let body = tag.body, tag.operation > 0 else { continue }
        operations.insert(Scenario.OperationReference(body: body, operation: tag.operation))
      }
    }
  }

  /// How a line of the file compares with what was seen.
  public enum Result: String, Sendable, Hashable {
    case holds
    case fails
    /// The file doesn't say, or a bound was reached first.
    case undecided
  }

  public var hang: Result
  public var expectation: Result

  /// Compares a scenario's lines with an exploration and with findings about one of its runs.
  public init(_ scenario: Scenario, exploration: Exploration?, found: [Found]?) {
    hang = .undecided
    if let said = scenario.hang, let exploration, exploration.verdict != .unknown {
      hang = said.rawValue == exploration.verdict.rawValue ? .holds : .fails
    }
    expectation = .undecided
    if let expected = scenario.expectation, let found {
      expectation = expected.holds(for: found) ? .holds : .fails
    }
  }
}

extension Scenario.Expectation {
  /// Whether findings are as expected.
  ///
  /// `none` tolerates notes, and findings of the other kinds on the line. Otherwise some finding
  /// must be of one of the kinds, by its own kind or one that also fits, and name one of the
  /// operations where there are any.
  public func holds(for found: [ScenarioVerdict.Found]) -> Bool {
    if allowsNone {
      return found.allSatisfy { $0.severity < .warning || kinds.contains($0.kind) }
    }
    return found.contains { finding in
      (kinds.contains(finding.kind) || finding.also.contains(where: kinds.contains))
        && (operations.isEmpty || !finding.operations.isDisjoint(with: operations))
    }
  }
}
