/// The forms in which a contention profile can be written.
public enum ProfileFormat: String, Sendable, Hashable, CaseIterable {
  /// For people to read.
  case text
  /// A stack a line with its nanoseconds, for tools that draw flame graphs.
  case folded
  /// A `profile.proto` message for `pprof`, not compressed.
  case pprof

  /// The names, as a list for a message.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Whether what is written is for programs alone.
  public var isBinary: Bool { self == .pprof }

  /// The whole profile in this format.
  public func render(
    _ profile: ContentionProfile, by grouping: ContentionProfile.Grouping,
    options: TextOptions = TextOptions()
  ) -> [UInt8] {
    switch self {
    case .text: Array(TextProfile(profile, by: grouping, options: options).text.utf8)
    case .folded: Array(FoldedProfile(profile, by: grouping).text.utf8)
    case .pprof: PprofProfile(profile, by: grouping).bytes
    }
  }
}
