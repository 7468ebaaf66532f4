/// What exploring a scenario's schedules found.
public struct Exploration: Sendable, Hashable {
  public enum Verdict: String, Sendable, Hashable {
    case never
    case some
    case all
    /// A bound was reached first.
    case unknown
  }

  /// Why the exploration ended early.
  public enum Bound: String, Sendable, Hashable {
    case states
    case time
    case memory
    /// More distinct large values than can be told apart.
    case values
    /// More blocks in a queue than can be kept.
    case queue
  }

  public var verdict: Verdict
  /// Distinct states met.
  public var states: Int
  /// Moves made.
  public var moves: Int
  /// Bytes of all states, with what finds them again.
  public var bytes: Int
  public var duration: Duration
  public var bound: Bound?
  /// Whether a `repeat` was cut, so that the verdict is about fewer turns than the file says.
  public var repeatsWereCut: Bool
  /// A shortest schedule that hangs.
  public var witness: Schedule?
  /// A shortest schedule in which everything ends.
  public var completion: Schedule?
}
