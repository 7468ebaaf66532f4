extension Scenario {
  /// How many of all schedules leave a body unfinished for good.
  public enum Hang: String, Sendable, Hashable, CaseIterable {
    case never
    case some
    case all
  }
}
