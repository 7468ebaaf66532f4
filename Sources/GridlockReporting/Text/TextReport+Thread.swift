import GridlockAnalysis
import GridlockEvents

extension TextReport {
  /// One stuck thread: what it waits for, who could let it go, what it holds.
  func renderStuck(
    _ id: ThreadID, in finding: Finding?, told: inout Told, into lines: inout Lines
  ) {
    let part = finding?.participants.first { $0.role == .waits && $0.mark.thread == id }
    let state = report.state.threads[id]
    guard let wait = state?.wait ?? part.map(Wait.init) else { return }
    told.marks.insert(wait.mark)
    if let part { told.marks.insert(part.mark) }

    let verb = finding == nil ? "has waited" : "has been stuck"
    lines.add(
      0, "\(labels.threadWithIDs(id)) \(verb)\(labels.lasting(wait.mark.time)):", .strong)
    if state?.wait == nil, state != nil {
      lines.add(1, "it has been let go since; this is what was seen then")
    }
    lines.add(1, "waits in \(call(of: wait))\(labels.tag(wait.mark)) \(purpose(of: wait))")
    renderStack(3, wait.mark, into: &lines)
    switch wait.target {
    case .lock(let lock): renderTarget(lock, of: wait, finding, told: &told, into: &lines)
    case .signal(let lock):
      renderSignals(of: lock, told: &told, into: &lines)
      renderHelpers(for: 0, on: lock, waiter: wait.mark.thread, finding, told: &told, into: &lines)
    case .end(let thread):
      lines.add(1, "\(labels.threadWithIDs(thread)) \(fate(of: thread) ?? "is running")")
    }
    renderHolds(of: id, finding, told: &told, into: &lines)
  }

  /// The locks a thread holds, each with the place it was taken.
  func renderHolds(
    of id: ThreadID, _ finding: Finding?, told: inout Told, into lines: inout Lines
  ) {
    var holds = report.state.threads[id]?.holds ?? []
    for part in finding?.participants ?? [] where part.role == .holds && part.mark.thread == id {
      if let lock = part.lock, !holds.contains(where: { $0.lock == lock }) {
        holds.append(Hold(lock: lock, operation: part.operation, mark: part.mark))
      }
    }
    if holds.isEmpty { lines.add(1, "holds no lock") }
    for hold in holds {
      lines.add(
        1,
        "holds \(labels.lockWithKind(hold.lock))\(labels.lasting(hold.mark.time)), taken in "
          + "\(hold.operation.call())\(labels.tag(hold.mark))")
      renderStack(3, hold.mark, into: &lines)
      told.marks.insert(hold.mark)
    }
  }

  private func renderTarget(
    _ lock: LockID, of wait: Wait, _ finding: Finding?, told: inout Told, into lines: inout Lines
  ) {
    guard let state = report.state.locks[lock] else {
      lines.add(1, "nothing is known of that lock any more")
      return
    }
    if !state.isAlive { lines.add(1, "\(labels.lock(lock)) has been destroyed") }
    renderOwner(of: state, waiter: wait.mark.thread, finding, told: &told, into: &lines)
    switch state.kind {
    case .condition where wait.wanted != nil:
      renderValue(of: state, told: &told, into: &lines)
      renderHelpers(
        for: wait.wanted ?? 0, on: lock, waiter: wait.mark.thread, finding, told: &told,
        into: &lines)
    case .semaphore:
      lines.add(1, "its count is \(state.value)")
      renderSignals(of: lock, told: &told, into: &lines)
      renderHelpers(for: 0, on: lock, waiter: wait.mark.thread, finding, told: &told, into: &lines)
    default: break
    }
  }

  private func renderOwner(
    of state: LockState, waiter: ThreadID, _ finding: Finding?, told: inout Told,
    into lines: inout Lines
  ) {
    let name = labels.lock(state.id)
    guard let owner = state.owner, owner != .none else {
      if state.kind != .semaphore, state.kind != .monitor {
        lines.add(1, "\(name) is free: nobody holds it")
      }
      return
    }
    guard owner != waiter else {
      lines.add(1, "\(name) is held by this thread itself")
      return
    }
    let part = finding?.participants.first {
      $0.role == .holds && $0.mark.thread == owner && $0.lock == state.id
    }
    let hold =
      report.state.threads[owner]?.holds.last { $0.lock == state.id }
      ?? part.map { Hold(lock: state.id, operation: $0.operation, mark: $0.mark) }
    let who = labels.threadWithIDs(owner)
    if finding?.stuckThreads.contains(owner) == true {
      lines.add(1, "\(name) is held by \(who), which is stuck too")
      return
    }
    let thread = report.state.threads[owner]
    var text = "\(name) is held by \(who)"
    if let thread, !thread.isAlive { text += ", which ended\(labels.ago(thread.endTime ?? 0))" }
    if let hold {
      text += "; taken\(labels.ago(hold.mark.time)) in \(hold.operation.call())"
      text += labels.tag(hold.mark)
    }
    lines.add(1, text)
    if let hold {
      renderStack(3, hold.mark, into: &lines)
      told.marks.insert(hold.mark)
    }
    if let thread, thread.isAlive { renderPresent(of: thread, told: &told, into: &lines) }
  }

  /// What a thread that another waits for is doing.
  private func renderPresent(of thread: ThreadState, told: inout Told, into lines: inout Lines) {
    guard let wait = thread.wait else {
      renderActivity(of: thread.id, 2, "which", into: &lines)
      return
    }
    lines.add(2, "which \(inShort(wait))")
    renderStack(3, wait.mark, into: &lines)
    told.marks.insert(wait.mark)
  }
}
