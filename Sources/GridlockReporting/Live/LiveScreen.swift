import GridlockAnalysis
import GridlockEvents

/// A short look at a live program: locks, who holds them, who waits, values and times.
///
/// Locks that are waited for come first, the longest wait before the others; then those held, then
/// those used since the look before.
public struct LiveScreen: Sendable {
  let report: Report
  let before: Report?
  let labels: Labels

  /// - Parameters:
  ///   - report: The look that is shown.
  ///   - before: An earlier look at the same program, to tell how much is done a second.
  public init(_ report: Report, before: Report? = nil) {
    self.report = report
    self.before = before
    labels = Labels(report)
  }

  /// How many waiters of one lock are shown.
  static let waitersShown = 8

  /// The lines, without line feeds.
  ///
  /// - Parameters:
  ///   - height: How many lines there is room for; those left out are counted in the last.
  ///   - width: How many characters there is room for in a line.
  public func lines(height: Int = .max, width: Int = .max) -> [String] {
    var lines = [title]
    for finding in report.findings where finding.severity > .note {
      let headline = Headline(finding, labels: labels)
      lines.append("\(headline.severity.rawValue): \(headline.title): \(headline.sentence)")
    }
    for row in rows { lines += linesOf(row) }
    lines += otherWaits
    if lines.count > height, height > 1 {
      let left = lines.count - (height - 1)
      lines = lines.prefix(height - 1) + ["... \(left) more lines"]
    }
    return lines.map { $0.count > width ? String($0.prefix(max(width, 3) - 3)) + "..." : $0 }
  }

  private var title: String {
    let process = report.process
    let name = process.executable.split(separator: "/").last.map { Escape.text(String($0)) } ?? ""
    let threads = report.state.threads.values.filter { $0.isAlive && !$0.isObserver }
    let waiting = threads.count { $0.wait != nil }
    let locks = report.state.locks.values.filter(\.isAlive)
    let held = locks.count { $0.owner != nil }
    var title = name.isEmpty ? "" : "\(name) "
    title += "(process \(process.id))"
    if let age = labels.age(process.startTime) { title += ", \(age) after the start" }
    return title + ": \(Self.count(threads.count, "thread")) (\(waiting) waiting), "
      + "\(Self.count(locks.count, "lock")) (\(held) held)"
  }

  private struct Row {
    var lock: LockState
    var waiters: [ThreadState]
    /// Steps since the look before.
    var steps: UInt32

    var rank: (Int, UInt64, UInt32, LockID) {
      if let first = waiters.first?.wait?.mark.time { return (0, first, 0, lock.id) }
      return (lock.owner != nil ? 1 : 2, 0, .max - steps, lock.id)
    }
  }

  private var rows: [Row] {
    var waiters: [LockID: [ThreadState]] = [:]
    for thread in report.state.threads.values where thread.isAlive && !thread.isObserver {
      if let lock = thread.wait?.lock { waiters[lock, default: []].append(thread) }
    }
    var rows: [Row] = []
    for lock in report.state.locks.values where lock.isAlive {
      let queue = (waiters[lock.id] ?? []).sorted {
        ($0.wait?.mark.time ?? 0, $0.id) < ($1.wait?.mark.time ?? 0, $1.id)
      }
      let steps = before?.state.locks[lock.id].map { lock.sequence &- $0.sequence } ?? 0
      if lock.owner == nil, queue.isEmpty, steps == 0, before != nil { continue }
      rows.append(Row(lock: lock, waiters: queue, steps: steps))
    }
    return rows.sorted { $0.rank < $1.rank }
  }

  private func linesOf(_ row: Row) -> [String] {
    let lock = row.lock
    var text = labels.lockWithKind(lock.id)
    if lock.kind == .condition { text += " at \(labels.value(lock.value, of: lock.id))" }
    if lock.kind == .semaphore { text += " with count \(lock.value)" }
    if let owner = lock.owner {
      let hold = report.state.threads[owner]?.holds.last { $0.lock == lock.id }
      text += ", held by \(labels.thread(owner))" + labels.lasting(hold?.mark.time ?? 0)
    } else if lock.kind != .semaphore {
      text += ", free"
    }
    if let rate = rate(row.steps) { text += ", \(rate) events/s" }
    var lines = [text]
    for thread in row.waiters.prefix(Self.waitersShown) {
      guard let wait = thread.wait else { continue }
      var line = "  waited for by \(labels.thread(thread.id))"
      if let wanted = wait.wanted { line += " to become \(labels.value(wanted, of: lock.id))" }
      lines.append(line + labels.lasting(wait.mark.time))
    }
    let more = row.waiters.count - Self.waitersShown
    if more > 0 { lines.append("  waited for by \(Self.count(more, "more thread"))") }
    return lines
  }

  /// Threads that wait for something that is no lock.
  private var otherWaits: [String] {
    report.state.threads.values
      .filter { $0.isAlive && !$0.isObserver && $0.wait != nil && $0.wait?.lock == nil }
      .sorted { $0.id < $1.id }
      .compactMap { thread in
        guard case .end(let other)? = thread.wait?.target else { return nil }
        return "\(labels.thread(thread.id)) waits for \(labels.thread(other)) to end"
          + labels.lasting(thread.wait?.mark.time ?? 0)
      }
  }

  private func rate(_ steps: UInt32) -> UInt64? {
    guard let before, steps > 0, report.state.time > before.state.time else { return nil }
    let seconds = Double(report.state.time - before.state.time) / 1e9
    return UInt64((Double(steps) / seconds).rounded())
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
