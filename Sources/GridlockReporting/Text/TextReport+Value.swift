import GridlockAnalysis
import GridlockEvents

extension TextReport {
  /// The present value, who set it, and the last release.
  func renderValue(of state: LockState, told: inout Told, into lines: inout Lines) {
    let value = labels.value(state.value, of: state.id)
    let set = state.values[state.value]?.lastSet
    if let set {
      let isRelease = state.lastRelease?.mark == set
      let call = isRelease ? state.lastRelease!.operation : .unlockWith
      lines.add(
        1,
        "its value is \(value), set\(labels.ago(set.time)) by \(labels.threadWithIDs(set.thread)) "
          + "in \(call.call(state.value))\(labels.tag(set))")
      renderStack(3, set, into: &lines)
      told.marks.insert(set)
    } else if state.value == state.initialValue {
      lines.add(1, "its value is \(value), as it was created\(created(state))")
      if state.creation.stack != .none {
        renderStack(3, state.creation, into: &lines)
      }
    } else {
      lines.add(1, "its value is \(value); who set it is not known any more")
    }
    guard let release = state.lastRelease, release.mark != set else { return }
    let after = labels.value(release.after, of: state.id)
    lines.add(
      1,
      "last released\(labels.ago(release.mark.time)) by "
        + "\(labels.threadWithIDs(release.mark.thread)) in \(release.operation.call(release.after))"
        + "\(labels.tag(release.mark)), which \(release.keptValue ? "kept" : "set") \(after)")
    renderStack(3, release.mark, into: &lines)
    told.marks.insert(release.mark)
  }

  /// The latest signal of a semaphore or monitor, and those that found nobody.
  func renderSignals(of lock: LockID, told: inout Told, into lines: inout Lines) {
    guard let state = report.state.locks[lock] else { return }
    guard let last = state.lastSignal ?? state.lastRelease?.mark else {
      lines.add(1, "nobody has ever signalled it")
      return
    }
    let isIdle = state.idleSignals.contains(last)
    lines.add(
      1,
      "last signalled\(labels.ago(last.time)) by \(labels.threadWithIDs(last.thread))"
        + "\(labels.tag(last))\(isIdle ? ", when nobody waited" : "")")
    renderStack(3, last, into: &lines)
    told.marks.insert(last)
    for mark in state.idleSignals where mark != last {
      lines.add(
        1,
        "signalled\(labels.ago(mark.time)) by \(labels.threadWithIDs(mark.thread)), "
          + "when nobody waited")
      renderStack(3, mark, into: &lines)
      told.marks.insert(mark)
    }
  }

  /// Everyone who could set a value or signal, and what became of them.
  func renderHelpers(
    for value: Int, on lock: LockID, waiter: ThreadID, _ finding: Finding?, told: inout Told,
    into lines: inout Lines
  ) {
    guard let state = report.state.locks[lock] else { return }
    let record = state.values[value]
    let isValue = state.kind == .condition
    let deed = isValue ? "set \(labels.value(value, of: lock))" : "signal it"
    let done = isValue ? "set it" : "signalled it"
    let declared = state.declaredSetters[value] ?? []
    let parts = (finding?.participants ?? []).filter { part in
      part.role == .couldHelp
        && (part.lock == lock || report.state.threads[part.mark.thread]?.wait?.mark == part.mark)
    }

    var helpers: [ThreadID] = []
    for thread in (record?.setters ?? []) + declared + parts.map(\.mark.thread)
    where !helpers.contains(thread) && report.state.threads[thread]?.isObserver != true {
      helpers.append(thread)
    }
    if helpers.isEmpty, record?.hasUnknownSetters != true {
      let never = (record?.timesSet ?? 0) == 0
      let what = isValue ? "set \(labels.value(value, of: lock))" : done
      lines.add(
        1, never ? "nobody has ever \(what)" : "who \(what) is not known any more")
    }
    if !helpers.isEmpty { lines.add(1, "who could \(deed):") }
    for helper in helpers {
      let last = record?.lastSet.flatMap { $0.thread == helper ? $0 : nil }
      let note = declared.contains(helper) ? "; declared as one who does" : ""
      renderHelper(helper, note, waiter: waiter, finding, told: &told, into: &lines)
      guard let last else { continue }
      lines.add(3, "\(done) last\(labels.ago(last.time))\(labels.tag(last))")
      if told.marks.insert(last).inserted { renderStack(4, last, into: &lines) }
    }
    if record?.hasUnknownSetters == true {
      lines.add(1, "others \(done) too: too many to name, or workers of a queue or a task pool")
    }
    if state.hasUnknownValues {
      lines.add(1, "more values were set than could be kept, so there may be others")
    }
  }

  /// One thread that could help, and what became of it.
  private func renderHelper(
    _ helper: ThreadID, _ note: String, waiter: ThreadID, _ finding: Finding?, told: inout Told,
    into lines: inout Lines
  ) {
    told.helpers.insert(helper)
    let who = labels.threadWithIDs(helper)
    if helper == waiter {
      lines.add(2, "this thread itself, which waits\(note)")
      return
    }
    if finding?.stuckThreads.contains(helper) == true {
      lines.add(2, "\(who), which is stuck too\(note)")
      return
    }
    lines.add(2, "\(who) \(fate(of: helper) ?? "is running")\(note)")
    guard let wait = report.state.threads[helper]?.wait else { return }
    if told.marks.insert(wait.mark).inserted {
      renderStack(4, wait.mark, into: &lines)
    }
  }

  private func created(_ state: LockState) -> String {
    guard state.creation.thread != .none else { return "" }
    return "\(labels.ago(state.creation.time)) by \(labels.threadWithIDs(state.creation.thread))"
  }
}
