import GridlockAnalysis
import GridlockEvents

extension PageData {
  func thread(_ id: ThreadID) -> JSONValue {
    let state = report.state.threads[id] ?? ThreadState(id: id)
    let label = labels.thread(id)
    let whole = labels.threadWithIDs(id)
    let activity = report.activities[id]
    var what = activity?.sentence ?? "runs"
    if !state.isAlive {
      what = "ended\(labels.ago(state.endTime ?? 0))"
    } else if let wait = state.wait {
      what = text.inShort(wait)
    }
    return .members([
      "id": .string(WaitForGraph.Node.thread(id).name),
      "label": .string(label),
      "detail": JSONValue.text(whole == label ? "" : String(whole.dropFirst(label.count + 1))),
      "state": .string(state.isAlive ? state.wait == nil ? "runs" : "waits" : "ended"),
      "what": .string(what),
      "place": JSONValue.text(
        state.wait.flatMap { labels.place($0.mark) }.map { "at \($0)" }
          ?? activity.flatMap { place(of: $0) }),
      "stack": JSONValue.list(excerpts.stack(activity?.stack ?? [])),
      "holds": JSONValue.list(
        state.holds.map { hold in
          .members([
            "lock": row(hold.lock), "label": .string(labels.lockWithKind(hold.lock)),
            "age": JSONValue.text(labels.age(hold.mark.time)),
            "place": JSONValue.text(labels.place(hold.mark)),
          ])
        }),
    ])
  }

  /// Where a thread is, or why that is not known.
  private func place(of activity: ThreadActivity) -> String? {
    if let place = Labels.place(activity.stack) { return "at \(place)" }
    return activity.stackMissing.isEmpty ? nil : "no stack: \(Escape.text(activity.stackMissing))"
  }

  func stranger(_ stranger: Stranger) -> JSONValue {
    .members([
      "label": .string(stranger.name.isEmpty ? "thread" : Escape.quoted(stranger.name)),
      "detail": .string("(tid \(stranger.systemID), never used Gridlock's locks)"),
      "state": .string("runs"),
      "what": .string(stranger.activity.sentence),
      "place": JSONValue.text(place(of: stranger.activity)),
      "stack": JSONValue.list(excerpts.stack(stranger.activity.stack)),
    ])
  }

  func lock(_ id: LockID) -> JSONValue {
    let state = report.state.locks[id] ?? LockState(id: id, kind: .external)
    let hasValue = state.kind == .condition || state.kind == .semaphore
    let waiters = threads.filter { report.state.threads[$0]?.wait?.lock == id }
    return .members([
      "id": .string(WaitForGraph.Node.lock(id).name),
      "label": .string(labels.lock(id)),
      "kind": .string(state.kind.noun),
      "alive": .bool(state.isAlive),
      "value": hasValue ? .string(labels.value(state.value, of: id)) : nil,
      "owner": row(state.owner),
      "waiters": JSONValue.list(waiters.compactMap { row($0) }),
      "created": JSONValue.text(labels.place(state.creation)),
      "history": .array(
        (report.histories[id] ?? []).map { event in
          .members([
            "time": time(event.time), "thread": row(event.thread),
            "call": .string(event.operation.call(event.namedValue)),
            "outcome": .string(text.outcome(of: event)),
            "place": JSONValue.text(text.place(of: event)),
          ])
        }),
    ])
  }

  func finding(_ finding: Finding) -> JSONValue {
    let headline = Headline(finding, labels: labels)
    return .members([
      "id": .string(finding.fingerprint(in: report)),
      "kind": .string(finding.kind.rawValue),
      "also": JSONValue.list(finding.also.map { .string($0.rawValue) }),
      "severity": .string(finding.severity.rawValue),
      "certainty": .string(finding.certainty.rawValue),
      "occurrence": .string(finding.occurrence.rawValue),
      "sentence": .string(headline.sentence),
      "meaning": .string(finding.kind.meaning),
      "advice": .string(finding.kind.advice),
      "reasons": JSONValue.list(finding.reasons.map { .string(Escape.text($0)) }),
      "victims": JSONValue.list(finding.victims.map { .string(labels.thread($0)) }),
      "parts": .array(finding.participants.map(part)),
    ])
  }

  private func part(_ part: Finding.Participant) -> JSONValue {
    .members([
      "role": .string(part.role.rawValue),
      "told": .string(SARIFReport(report).told(part)),
      "thread": row(part.mark.thread),
      "lock": row(part.lock),
      "age": JSONValue.text(labels.age(part.mark.time)),
      "stack": JSONValue.list(excerpts.stack(report.frames(of: part.mark))),
    ])
  }
}
