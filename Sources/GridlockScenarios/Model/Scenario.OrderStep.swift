extension Scenario {
  /// An operation of a body, by its number from 1.
  public struct OperationReference: Sendable, Hashable {
    /// The index of the body.
    public var body: Int
    public var operation: Int

    public init(body: Int, operation: Int) {
      self.body = body
      self.operation = operation
    }
  }

  /// One step of an `order:` line.
  public struct OrderStep: Sendable, Hashable {
    public var operation: OperationReference
    /// Whether the operation is only started, and blocked, when the step is done.
    public var isBlocked: Bool

    public init(operation: OperationReference, isBlocked: Bool = false) {
      self.operation = operation
      self.isBlocked = isBlocked
    }
  }

  /// How an operation is written, such as `T1.2`.
  public func name(of operation: OperationReference) -> String {
    "\(bodies[operation.body].name).\(operation.operation)"
  }

  /// How steps are written on an `order:` line, without the keyword.
  public func orderText(_ steps: [OrderStep]) -> String {
    steps.map { name(of: $0.operation) + ($0.isBlocked ? "!" : "") }.joined(separator: " ")
  }
}
