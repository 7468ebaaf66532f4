extension Finding {
  /// Whether it happened, or would under another schedule.
  public enum Occurrence: String, Sendable, Hashable {
    case actual
    case predicted
  }

  /// How sure the detector is.
  public enum Certainty: String, Sendable, Hashable, Comparable, CaseIterable {
    case possible
    case probable
    case certain

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .possible: 0
      case .probable: 1
      case .certain: 2
      }
    }
  }

  /// How loudly to say it.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    case note
    case warning
    case error

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }
}
