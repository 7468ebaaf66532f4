import GridlockAnalysis
import GridlockEvents

extension TextReport {
  /// The call a thread waits in.
  func call(of wait: Wait) -> String { wait.operation.call(wait.wanted) }

  /// What a wait is for: `for lock "A"`, `for condition lock "q" to become 1 (full)`.
  func purpose(of wait: Wait) -> String {
    var text: String
    switch wait.target {
    case .lock(let lock):
      text = "for \(labels.lockWithKind(lock))"
      if let wanted = wait.wanted { text += " to become \(labels.value(wanted, of: lock))" }
    case .signal(let lock): text = "for a signal on \(labels.lockWithKind(lock))"
    case .end(let thread): text = "for \(labels.threadWithIDs(thread)) to end"
    }
    if let deadline = wait.deadline {
      let now = report.state.time
      text += deadline > now ? ", at most \(Span.text(deadline - now)) more" : ", past its limit"
    }
    if wait.timeoutsInRow > 0 {
      text += ", after \(wait.timeoutsInRow) time-\(wait.timeoutsInRow == 1 ? "out" : "outs")"
    }
    return text
  }

  /// `waits in lock() for lock "A", 2.3 s so far`.
  func inShort(_ wait: Wait) -> String {
    "waits in \(call(of: wait))\(labels.tag(wait.mark)) \(purpose(of: wait))"
      + (labels.age(wait.mark.time).map { ", \($0) so far" } ?? "")
  }

  /// The stack of a mark. Nothing where there is none to be had: a tag says it all, or the run
  /// keeps no stacks and says so at its end.
  func renderStack(_ indent: Int, _ mark: Mark, into lines: inout Lines) {
    let frames = report.frames(of: mark)
    guard !frames.isEmpty || (mark.tag == .none && report.hasStacks) else { return }
    lines.add(indent, stack: frames)
  }

  /// What became of a thread, to follow its name; nil when it runs.
  func fate(of id: ThreadID) -> String? {
    guard let thread = report.state.threads[id] else { return "is not known any more" }
    if !thread.isAlive { return "ended\(labels.ago(thread.endTime ?? 0))" }
    guard let wait = thread.wait else { return nil }
    return inShort(wait)
  }
}

extension Wait {
  /// The wait that a finding's part was, when the thread is not blocked any more.
  init(_ part: Finding.Participant) {
    let target: Target
    switch part.operation {
    case .wait, .waitUntil: target = .signal(part.lock ?? .none)
    case .join: target = .end(of: .none)
    default: target = .lock(part.lock ?? .none)
    }
    self.init(
      target: target, operation: part.operation,
      wanted: part.operation.namesValue ? part.value : nil, mark: part.mark)
  }
}
