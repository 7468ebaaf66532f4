import GridlockAnalysis
import GridlockEvents

extension TextReport {
  func render(_ finding: Finding, into lines: inout Lines) {
    let headline = Headline(finding, labels: labels)
    let severity = lines.paint(headline.severity.rawValue, headline.severity.style)
    lines.add(0, "Gridlock: \(severity): \(headline.title): \(headline.sentence)")

    var told = Told()
    if finding.occurrence == .predicted {
      renderSchedule(of: finding, into: &lines)
    } else {
      for thread in finding.stuckThreads {
        lines.gap()
        renderStuck(thread, in: finding, told: &told, into: &lines)
      }
      renderOthers(of: finding, told: told, into: &lines)
    }
    renderVictims(of: finding, into: &lines)
    for lock in finding.locksOfInterest {
      renderHistory(of: lock, finding: finding, into: &lines)
    }
    lines.gap()
    renderReasons(of: finding, into: &lines)
    lines.add(0, "What to do: \(finding.kind.advice)")
    lines.add(0, "Finding id: \(finding.fingerprint(in: report))")
  }

  /// The parts that no stuck thread's paragraph has told yet.
  private func renderOthers(of finding: Finding, told: Told, into lines: inout Lines) {
    let parts = finding.participants.filter { part in
      !told.marks.contains(part.mark)
        && !(part.role == .couldHelp && told.helpers.contains(part.mark.thread))
        && !(part.role == .waits && finding.stuckThreads.contains(part.mark.thread))
    }
    guard !parts.isEmpty else { return }
    lines.gap()
    if !finding.stuckThreads.isEmpty { lines.add(0, "Also part of it:", .strong) }
    let indent = finding.stuckThreads.isEmpty ? 0 : 1
    for part in parts {
      lines.add(indent, sentence(about: part, in: finding))
      renderStack(indent + 1, part.mark, into: &lines)
      if part.role == .holds, report.activities[part.mark.thread] != nil {
        renderActivity(of: part.mark.thread, indent + 1, "it", into: &lines)
      }
    }
  }

  /// What one thread did, as a sentence without a full stop.
  private func sentence(about part: Finding.Participant, in finding: Finding) -> String {
    let mark = part.mark
    let who = labels.threadWithIDs(mark.thread)
    let lock = part.lock.map(labels.lockWithKind) ?? "another thread"
    let call = part.operation.call(part.value) + labels.tag(mark)
    switch part.role {
    case .holds:
      if finding.kind == .exitHolding, let thread = report.state.threads[mark.thread],
        !thread.isAlive
      {
        let ago = labels.ago(thread.endTime ?? 0)
        return "\(who) ended\(ago) with \(lock) held, taken\(labels.ago(mark.time)) in \(call)"
      }
      return "\(who) holds \(lock)\(labels.lasting(mark.time)), taken in \(call)"
    case .waits:
      return "\(who) waited for \(lock) in \(call)\(labels.ago(mark.time))"
    case .couldHelp:
      if report.state.threads[mark.thread]?.wait?.mark == mark {
        return "\(who) could have helped, but \(fate(of: mark.thread) ?? "is stuck")"
      }
      let now = fate(of: mark.thread) ?? "is running"
      return "\(who) could have helped: it called \(call) on \(lock)\(labels.ago(mark.time)), "
        + "and \(now)"
    case .caused, .witness:
      switch part.operation {
      case .destroy: return "\(who) destroyed \(lock)\(labels.ago(mark.time))"
      case .create: return "\(who) created \(lock)\(labels.ago(mark.time))"
      case .exit: return "\(who) ended\(labels.ago(mark.time))"
      default: return "\(who) called \(call) on \(lock)\(labels.ago(mark.time))"
      }
    }
  }

  private func renderSchedule(of finding: Finding, into lines: inout Lines) {
    // What is held comes before what is waited for: with that, each step can happen.
    let steps =
      finding.participants.filter { $0.role == .holds || $0.role == .caused }
      + finding.participants.filter { $0.role == .waits }
    guard !steps.isEmpty else { return }
    lines.gap()
    lines.add(0, "A schedule that would hang:", .strong)
    for (index, step) in steps.enumerated() {
      let lock = step.lock.map { " on \(labels.lockWithKind($0))" } ?? ""
      let call = "\(step.operation.call(step.value))\(labels.tag(step.mark))\(lock)"
      let end = step.role == .waits ? " and waits for ever" : ""
      lines.add(1, "\(index + 1). \(labels.threadWithIDs(step.mark.thread)) calls \(call)\(end)")
      renderStack(3, step.mark, into: &lines)
    }
    for part in finding.participants where part.role == .witness || part.role == .couldHelp {
      lines.add(1, "Seen too: \(sentence(about: part, in: finding))")
      renderStack(3, part.mark, into: &lines)
    }
  }

  private func renderVictims(of finding: Finding, into lines: inout Lines) {
    // Those with a paragraph of their own are not told again.
    let told = finding.occurrence == .actual ? finding.stuckThreads : []
    let victims = finding.victims.filter { !told.contains($0) }
    guard !victims.isEmpty else { return }
    lines.gap()
    lines.add(0, "Stuck behind it, and no part of it:", .strong)
    for victim in victims.prefix(TextReport.shownVictims) {
      guard let wait = report.state.threads[victim]?.wait else {
        lines.add(1, labels.threadWithIDs(victim))
        continue
      }
      lines.add(1, "\(labels.threadWithIDs(victim)) \(inShort(wait))")
      renderStack(2, wait.mark, into: &lines)
    }
    let rest = victims.dropFirst(TextReport.shownVictims).map(labels.thread)
    if !rest.isEmpty { lines.add(1, "and \(rest.count) more: \(Labels.list(Array(rest)))") }
  }

  /// Victims shown with their stacks, at most.
  private static let shownVictims = 16

  private func renderReasons(of finding: Finding, into lines: inout Lines) {
    if !finding.reasons.isEmpty {
      lines.add(0, "Why \(finding.certainty.rawValue):")
      for reason in finding.reasons { lines.add(1, "- \(Escape.text(reason))") }
    }
    if !finding.also.isEmpty {
      lines.add(0, "Fits too: " + finding.also.map(\.rawValue).joined(separator: ", "))
    }
  }
}

extension Finding {
  /// The threads whose waits it is about, each once.
  var stuckThreads: [ThreadID] {
    var seen: Set<ThreadID> = []
    return participants.filter { $0.role == .waits }.map(\.mark.thread)
      .filter { seen.insert($0).inserted }
  }

  /// The locks whose past matters: those waited for, then those of what caused it.
  var locksOfInterest: [LockID] {
    var seen: Set<LockID> = []
    let order: [Participant.Role] = [.waits, .caused, .holds, .witness]
    return order.flatMap { role in participants.filter { $0.role == role }.compactMap(\.lock) }
      .filter { seen.insert($0).inserted }
  }
}

extension Finding.Severity {
  var style: Lines.Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
