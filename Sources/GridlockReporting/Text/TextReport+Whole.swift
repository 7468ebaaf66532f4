import Foundation
import GridlockAnalysis
import GridlockEvents

extension TextReport {
  func renderAll(into lines: inout Lines) {
    renderHeader(into: &lines)
    for finding in report.findings.sorted(by: { $0.severity > $1.severity }) {
      lines.gap()
      render(finding, into: &lines)
    }
    renderThreads(into: &lines)
    renderStrangers(into: &lines)
    renderLocks(into: &lines)
    renderNotices(into: &lines)
    renderLosses(into: &lines)
    lines.gap()
    lines.add(0, "End of Gridlock's report")
  }

  private func renderHeader(into lines: inout Lines) {
    let process = report.process
    let name = process.executable.split(separator: "/").last.map(String.init) ?? ""
    var title = "Gridlock's report"
    if !name.isEmpty { title += " on \(Escape.text(name))" }
    if process.id != 0 { title += " (process \(process.id))" }
    if let date = process.date(of: report.state.time) { title += ", \(date.formatted(.iso8601))" }
    lines.add(0, title, .strong)

    let threads = visibleThreads
    let alive = threads.filter(\.isAlive)
    let waiting = alive.filter { $0.wait != nil }.count
    let locks = report.state.locks.values.filter(\.isAlive)
    let held = locks.filter { $0.owner != nil }.count
    lines.add(
      0,
      "\(count(alive.count, "thread")) (\(waiting) waiting), \(count(locks.count, "lock")) "
        + "(\(held) held)"
        + (labels.age(process.startTime).map { ", \($0) after the start" } ?? ""))
    if !report.settings.isEmpty {
      let settings = report.settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      lines.add(0, "Settings: " + Escape.text(settings.joined(separator: ", ")))
    }
    lines.gap()
    if report.findings.isEmpty {
      lines.add(0, "Nothing is wrong that Gridlock can see: no findings.")
      if !report.losses.isEmpty { lines.add(0, "But not everything was seen; see the end.") }
    } else {
      let counts = [Finding.Severity.error, .warning, .note].compactMap { severity in
        let number = report.findings.filter { $0.severity == severity }.count
        return number == 0 ? nil : count(number, severity.rawValue)
      }
      lines.add(0, "\(count(report.findings.count, "finding")): \(Labels.list(counts))")
    }
  }

  private func renderThreads(into lines: inout Lines) {
    let alive = visibleThreads.filter(\.isAlive)
    let ended = visibleThreads.count - alive.count
    guard !visibleThreads.isEmpty else { return }
    lines.gap()
    lines.add(0, "--- Threads, those that wait first ---", .strong)
    for thread in alive.filter({ $0.wait != nil }) {
      lines.gap()
      if let finding = report.findings.first(where: { $0.tellsAll(of: thread.id) }),
        let wait = thread.wait
      {
        lines.add(0, "\(labels.threadWithIDs(thread.id)) \(inShort(wait))", .strong)
        lines.add(1, "see \(finding.fingerprint(in: report)) above")
        continue
      }
      var told = Told()
      renderStuck(thread.id, in: nil, told: &told, into: &lines)
    }
    for thread in alive where thread.wait == nil {
      if !thread.holds.isEmpty { lines.gap() }
      let end = thread.holds.isEmpty ? "runs and holds no lock" : "runs:"
      lines.add(0, "\(labels.threadWithIDs(thread.id)) \(end)", .strong)
      if report.activities[thread.id] != nil {
        renderActivity(of: thread.id, 1, "it", into: &lines)
      }
      if !thread.holds.isEmpty {
        var told = Told()
        renderHolds(of: thread.id, nil, told: &told, into: &lines)
      }
    }
    let leavers = visibleThreads.filter { !$0.isAlive && !$0.holds.isEmpty }
    for thread in leavers {
      lines.gap()
      lines.add(
        0, "\(labels.threadWithIDs(thread.id)) ended\(labels.ago(thread.endTime ?? 0)):", .strong)
      var told = Told()
      renderHolds(of: thread.id, nil, told: &told, into: &lines)
    }
    if ended > leavers.count {
      lines.gap()
      lines.add(0, "\(count(ended - leavers.count, "thread")) ended and held nothing")
    }
  }

  private func renderLocks(into lines: inout Lines) {
    var waiters: [LockID: [ThreadState]] = [:]
    for thread in visibleThreads {
      if let lock = thread.wait?.lock { waiters[lock, default: []].append(thread) }
    }
    let locks = report.state.locks.values.filter { $0.owner != nil || waiters[$0.id] != nil }
      .sorted { $0.id < $1.id }
    lines.gap()
    lines.add(0, "--- Locks held or waited for ---", .strong)
    if locks.isEmpty { lines.add(0, "none") }
    for lock in locks {
      var text = labels.lockWithKind(lock.id)
      if lock.kind == .condition { text += " at \(labels.value(lock.value, of: lock.id))" }
      if lock.kind == .semaphore { text += " with count \(lock.value)" }
      text += lock.owner.map { ", held by \(labels.thread($0))" } ?? ", free"
      if let place = labels.place(lock.creation), !labels.lock(lock.id).contains(place) {
        text += ", created at \(place)"
      }
      lines.add(0, text)
      let names = (waiters[lock.id] ?? []).map { thread in
        labels.thread(thread.id)
          + (thread.wait?.wanted.map { " (for \(labels.value($0, of: lock.id)))" } ?? "")
      }
      if !names.isEmpty { lines.add(1, "waited for by \(Labels.list(names))") }
    }
  }

  private func renderNotices(into lines: inout Lines) {
    guard !report.notices.isEmpty else { return }
    lines.gap()
    for notice in report.notices { lines.add(0, Escape.text(notice)) }
  }

  func renderLosses(into lines: inout Lines) {
    if !report.hasStacks, report.settings["GRIDLOCK"] == "events" {
      lines.gap()
      lines.add(0, "No stacks were kept; GRIDLOCK=stacks keeps them.")
    }
    guard !report.losses.isEmpty else { return }
    lines.gap()
    let losses = Labels.list(report.losses.sentences)
    lines.add(0, "Not all was kept: \(losses). What is missing above may be among it.")
  }

  /// All but Gridlock's own, the main thread first, then by number.
  private var visibleThreads: [ThreadState] {
    report.state.threads.values.filter { !$0.isObserver }
      .sorted { ($0.kind == .main ? 0 : 1, $0.id) < ($1.kind == .main ? 0 : 1, $1.id) }
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Finding {
  /// Whether its text has a paragraph on a thread that is stuck in it.
  fileprivate func tellsAll(of thread: ThreadID) -> Bool {
    occurrence == .actual && stuckThreads.contains(thread)
  }
}
