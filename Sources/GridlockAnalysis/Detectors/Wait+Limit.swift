extension Wait {
  /// Time-outs in a row, with nothing released between, that count as one wait without limit.
  static var timeoutsOfEndlessWait: Int { 3 }
  /// How long those time-outs must have taken in all, in nanoseconds.
  static var durationOfEndlessWait: UInt64 { 5_000_000_000 }
  /// Limits over this are none, in nanoseconds: 24 hours.
  static var longestLimit: UInt64 { 86_400_000_000_000 }

  /// Whether the call itself has no limit, or one so far away that it is none.
  /// - Complexity: O(1)
  public var isUntimed: Bool {
    guard let deadline else { return true }
    return deadline > mark.time && deadline - mark.time > Self.longestLimit
  }

  /// Whether the call has a limit but was repeated so often for nothing that it counts as one
  /// wait without limit, which makes a verdict at most probable.
  /// - Complexity: O(1)
  public func isEndlessRetry(at time: UInt64) -> Bool {
    !isUntimed && timeoutsInRow >= Self.timeoutsOfEndlessWait && time > firstAttempt
      && time - firstAttempt >= Self.durationOfEndlessWait
  }
}
