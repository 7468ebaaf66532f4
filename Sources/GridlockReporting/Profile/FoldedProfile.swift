/// A profile as folded stacks: frames from the outermost, separated by semicolons, then a space and
/// the nanoseconds.
struct FoldedProfile {
  private let profile: ContentionProfile
  private let grouping: ContentionProfile.Grouping

  init(_ profile: ContentionProfile, by grouping: ContentionProfile.Grouping) {
    self.profile = profile
    self.grouping = grouping
  }

  var text: String {
    let labels = Labels(profile.report)
    var order: [String] = []
    var times: [String: UInt64] = [:]
    for entry in profile.entries where entry.time > 0 {
      let line = profile.frames(of: entry, by: grouping, labels).reversed().map(FoldedProfile.text)
        .joined(separator: ";")
      if times[line] == nil { order.append(line) }
      times[line, default: 0].addSaturating(entry.time)
    }
    return order.map { "\($0) \(times[$0] ?? 0)\n" }.joined()
  }

  /// `put() (Buffer.swift:12)`.
  private static func text(of frame: ProfileFrame) -> String {
    var text = frame.name
    if let file = frame.file.split(separator: "/").last { text += " (\(file):\(frame.line))" }
    return text.replacing(";", with: ",")
  }
}
