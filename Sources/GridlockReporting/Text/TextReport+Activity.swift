import GridlockAnalysis
import GridlockEvents

extension TextReport {
  /// What a thread does that does not wait in Gridlock: `which computes`, and where.
  func renderActivity(
    of thread: ThreadID, _ indent: Int, _ subject: String, into lines: inout Lines
  ) {
    guard let activity = report.activities[thread] else {
      lines.add(indent, "\(subject) is running")
      return
    }
    lines.add(indent, "\(subject) \(activity.sentence)")
    render(activity, indent + 1, into: &lines)
  }

  /// Threads that never used Gridlock's locks, one of which may be what is waited for.
  func renderStrangers(into lines: inout Lines) {
    guard !report.strangers.isEmpty else { return }
    lines.gap()
    lines.add(0, "--- Threads that never used Gridlock's locks ---", .strong)
    for stranger in report.strangers {
      let name = stranger.name.isEmpty ? "" : "\(Escape.quoted(stranger.name)) "
      lines.add(0, "\(name)(tid \(stranger.systemID)) \(stranger.activity.sentence)", .strong)
      render(stranger.activity, 1, into: &lines)
    }
    if report.strangersLeftOut > 0 { lines.add(0, "and \(report.strangersLeftOut) more") }
  }

  private func render(_ activity: ThreadActivity, _ indent: Int, into lines: inout Lines) {
    guard activity.stack.isEmpty else {
      lines.add(indent, stack: activity.stack)
      return
    }
    if !activity.stackMissing.isEmpty {
      lines.add(indent, "(no stack: \(Escape.text(activity.stackMissing)))", .faint)
    }
  }
}
