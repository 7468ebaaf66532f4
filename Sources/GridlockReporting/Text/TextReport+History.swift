import GridlockAnalysis
import GridlockEvents

extension TextReport {
  /// The latest events of a lock as a table, oldest first.
  func renderHistory(of lock: LockID, finding: Finding?, into lines: inout Lines) {
    let all = (report.histories[lock] ?? []).filter { $0.kind != .read }
    let events = all.suffix(options.eventsPerLock)
    guard !events.isEmpty else { return }
    let causes = Set(finding?.participants.filter { $0.role == .caused }.map(\.mark) ?? [])

    let rows = events.map { event in
      [
        labels.age(event.time).map { "\($0) ago" } ?? "", labels.thread(event.thread),
        event.operation.call(event.namedValue), outcome(of: event), place(of: event),
      ]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    lines.gap()
    lines.add(0, "What happened to \(labels.lockWithKind(lock)), oldest first:", .strong)
    if all.count > events.count { lines.add(1, "... \(all.count - events.count) earlier") }
    for (event, row) in zip(events, rows) {
      var text = ""
      for (column, cell) in row.enumerated() {
        text += cell
        if column < 4 { text += String(repeating: " ", count: widths[column] - cell.count + 2) }
      }
      let isCause = causes.contains { $0.thread == event.thread && $0.time == event.time }
      lines.add(1, String(text.trimmingEnd) + (isCause ? "  <-- here" : ""))
    }
  }

  func place(of event: Event) -> String {
    labels.place(
      Mark(thread: event.thread, time: event.time, stack: event.stack, tag: event.tag)) ?? ""
  }

  func outcome(of event: Event) -> String {
    let hasValue = report.state.locks[event.lock].map { $0.kind == .condition } ?? false
    func value(_ value: Int) -> String { labels.value(value, of: event.lock) }
    switch event.kind {
    case .created: return hasValue ? "created at \(value(event.after))" : "created"
    case .waiting: return "began to wait" + (hasValue ? " at \(value(event.before))" : "")
    case .acquired: return "took it" + (hasValue ? " at \(value(event.before))" : "")
    case .timedOut: return "gave up"
    case .released where !hasValue: return "let go"
    case .released where event.operation == .unlock: return "kept \(value(event.after))"
    case .released: return "\(value(event.before)) -> \(value(event.after))"
    case .read: return "read \(value(event.before))"
    case .destroyed: return "destroyed"
    case .signalled where report.state.locks[event.lock]?.kind == .semaphore:
      return "count \(event.before) -> \(event.after)"
    case .signalled: return event.after == 0 ? "woke nobody" : "woke \(event.after)"
    case .threadStarted: return "thread started"
    case .threadEnded: return "thread ended"
    case .spawned: return "started \(labels.thread(event.other))"
    case .joined: return "joined \(labels.thread(event.other))"
    }
  }
}

extension Event {
  /// The value its call names.
  var namedValue: Int? { operation == .unlockWith ? after : wanted }
}

extension String {
  fileprivate var trimmingEnd: Substring {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
