extension Scenario {
  /// An integer, or an object's value at that instant plus a constant.
  public enum Value: Sendable, Hashable {
    case constant(Int)
    case relative(Int, offset: Int)
  }
}
