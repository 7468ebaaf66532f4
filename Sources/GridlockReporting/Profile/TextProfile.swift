import GridlockEvents

/// A profile for people: what kept threads waiting longest comes first.
struct TextProfile {
  private let profile: ContentionProfile
  private let grouping: ContentionProfile.Grouping
  private let options: TextOptions
  private let labels: Labels

  init(
    _ profile: ContentionProfile, by grouping: ContentionProfile.Grouping, options: TextOptions
  ) {
    self.profile = profile
    self.grouping = grouping
    self.options = options
    labels = Labels(profile.report)
  }

  var text: String {
    var lines = Lines(options: options)
    renderHeader(into: &lines)
    switch grouping {
    case .holder:
      for entry in profile.entries {
        lines.gap()
        render(entry, on: labels.lockWithKind(entry.lock), 0, into: &lines)
      }
    case .lock: renderLocks(into: &lines)
    }
    if !profile.report.losses.isEmpty {
      lines.gap()
      let losses = Labels.list(profile.report.losses.sentences)
      lines.add(0, "Not all was kept: \(losses). Times and counts are of what was.")
    }
    return lines.lines.map { $0 + "\n" }.joined()
  }

  private func renderHeader(into lines: inout Lines) {
    let process = profile.report.process
    var title = "Gridlock's contention profile"
    if let name = process.executable.split(separator: "/").last.map(String.init) {
      title += " of \(Escape.text(name))"
    }
    if process.id != 0 { title += " (process \(process.id))" }
    lines.add(0, title, .strong)
    guard !profile.entries.isEmpty else {
      lines.add(0, "No thread was blocked on a lock.")
      return
    }
    lines.add(
      0,
      "\(profile.threads) \(profile.threads == 1 ? "thread was" : "threads were") blocked for "
        + "\(Span.text(profile.time)) in all, in \(waits(profile.waits)), over "
        + Span.text(profile.end - profile.start))
  }

  private func renderLocks(into lines: inout Lines) {
    let groups = Dictionary(grouping: profile.entries, by: \.lock).mapValues { entries in
      (entries: entries, time: entries.reduce(into: UInt64(0)) { $0.addSaturating($1.time) })
    }
    for (lock, group) in groups.sorted(by: { ($1.value.time, $0.key) < ($0.value.time, $1.key) }) {
      lines.gap()
      let count = group.entries.reduce(0) { $0 + $1.waits }
      lines.add(0, "\(figures(group.time, count)): \(labels.lockWithKind(lock))", .strong)
      for entry in group.entries { render(entry, on: "it", 1, into: &lines) }
    }
  }

  private func render(
    _ entry: ContentionProfile.Entry, on lock: String, _ indent: Int, into lines: inout Lines
  ) {
    var text = "\(figures(entry.time, entry.waits)): "
    text += profile.words(for: entry.cause, on: lock, entry, labels)
    if entry.cause == .held { text += ", taken" }
    if let name = profile.report.name(of: entry.tag) { text += " (\(Escape.text(name)))" }
    lines.add(indent, text, indent == 0 ? .strong : .plain)
    let frames = profile.stacks[entry.stack] ?? []
    if !frames.isEmpty || (entry.tag == .none && entry.cause != .heldSinceBefore) {
      lines.add(indent + 1, stack: frames)
    }
  }

  /// `2.1 s (66 %), 8 waits`.
  private func figures(_ time: UInt64, _ count: Int) -> String {
    let share = profile.time == 0 ? 0 : Int((Double(time) / Double(profile.time) * 100).rounded())
    return "\(Span.text(time)) (\(share) %), \(waits(count))"
  }

  private func waits(_ count: Int) -> String { "\(count) wait\(count == 1 ? "" : "s")" }
}
