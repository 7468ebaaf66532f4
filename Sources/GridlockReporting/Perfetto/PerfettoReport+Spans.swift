import GridlockAnalysis
import GridlockEvents

extension PerfettoReport {
  func addSpans(_ add: (JSONValue) -> Void) {
    var number = 0
    // The ends of the spans that the next one may lie in, by thread.
    var open: [ThreadID: [UInt64]] = [:]
    for span in timeline.spans {
      guard let track = tracks[span.thread] else { continue }
      var isNested = false
      if let end = span.end {
        var ends = open[span.thread] ?? []
        while let last = ends.last, last <= span.start { ends.removeLast() }
        isNested = ends.last.map { end <= $0 } ?? true
        if isNested { ends.append(end) }
        open[span.thread] = ends
      }
      if isNested, let end = span.end {
        add(
          .members([
            "ph": .string("X"), "name": .string(name(of: span)), "cat": .string(category(of: span)),
            "pid": .integer(process), "tid": .integer(track), "ts": time(span.start),
            "dur": time(end - span.start), "args": arguments(of: span),
          ]))
      } else {
        number += 1
        addPair(span, number: number, track: track, add)
      }
    }
  }

  private func addPair(
    _ span: Timeline.Span, number: Int, track: Int, _ add: (JSONValue) -> Void
  ) {
    for phase in ["b", "e"] {
      let isStart = phase == "b"
      add(
        .members([
          "ph": .string(phase), "name": .string("\(labels.thread(span.thread)) \(name(of: span))"),
          "cat": .string(category(of: span)), "id": .integer(number), "pid": .integer(process),
          "tid": .integer(track),
          "ts": time(isStart ? span.start : span.end ?? max(timeline.end, span.start)),
          "args": isStart ? arguments(of: span) : .members([:]),
        ]))
    }
  }

  private func name(of span: Timeline.Span) -> String {
    let lock = span.lock.map(labels.lock) ?? "a thread's end"
    guard span.kind == .wait else { return "holds \(lock)" }
    guard let wanted = span.wanted, let id = span.lock, span.operation.namesValue else {
      return "waits for \(lock)"
    }
    return "waits for \(labels.value(wanted, of: id)) on \(lock)"
  }

  private func category(of span: Timeline.Span) -> String { span.kind == .wait ? "wait" : "hold" }

  private func arguments(of span: Timeline.Span) -> JSONValue {
    var unknown: [JSONValue] = []
    if !span.isStartKnown { unknown.append(.string("start")) }
    if !span.isEndKnown { unknown.append(.string("end")) }
    return .members([
      "call": .string(span.operation.call(span.wanted)),
      "at": JSONValue.text(labels.place(span.mark)),
      "ended": .string(
        span.end == nil ? "goes on" : span.isTimeOut ? "timed out" : "yes"),
      "unknown": JSONValue.list(unknown),
      "stack": JSONValue.list(report.frames(of: span.mark).fromUser.compactMap(text)),
    ])
  }

  private func text(of frame: Frame) -> JSONValue? {
    guard frame.kind == .call else { return .string("...") }
    var text = Escape.text(frame.function ?? Hexadecimal.text(of: frame.address))
    if let file = frame.file {
      text += " (\(Escape.text(file)):\(frame.line))"
    } else if let image = frame.image {
      text += " (\(Escape.text(image))+\(Hexadecimal.text(of: frame.offset)))"
    }
    return .string(text)
  }

  /// An arrow starts inside the hold that ended and arrives inside what came of it.
  func addHandovers(_ add: (JSONValue) -> Void) {
    for (index, handover) in timeline.handovers.enumerated() {
      guard let from = tracks[handover.from], let to = tracks[handover.to] else { continue }
      let isSemaphore = report.state.locks[handover.lock]?.kind == .semaphore
      let start = handover.holdStart.map { max($0, handover.released - 1) } ?? handover.released
      let end =
        isSemaphore ? max(handover.waitStart, handover.acquired - 1) : handover.acquired
      for (phase, track, at) in [("s", from, start), ("f", to, max(start, end))] {
        add(
          .members([
            "ph": .string(phase), "name": .string("lets in"), "cat": .string("handover"),
            "id": .integer(index + 1), "pid": .integer(process), "tid": .integer(track),
            "ts": time(at), "bp": phase == "f" ? .string("e") : nil,
            "args": .members(["lock": .string(labels.lock(handover.lock))]),
          ]))
      }
    }
  }

  func addValues(_ add: (JSONValue) -> Void) {
    for change in timeline.changes {
      let isCount = report.state.locks[change.lock]?.kind == .semaphore
      add(
        .members([
          "ph": .string("C"),
          "name": .string("\(isCount ? "count" : "value") of \(labels.lock(change.lock))"),
          "pid": .integer(process), "ts": time(change.time),
          "args": .members(["value": .integer(change.value)]),
        ]))
    }
  }

  /// Findings are instants at which the first stuck thread got stuck.
  func addFindings(_ add: (JSONValue) -> Void) {
    for finding in report.findings {
      let first = finding.participants.first { $0.role == .waits } ?? finding.participants.first
      guard let mark = first?.mark, mark.time > 0, let track = tracks[mark.thread] else { continue }
      let headline = Headline(finding, labels: labels)
      add(
        .members([
          "ph": .string("i"), "name": .string("\(headline.severity.rawValue): \(headline.title)"),
          "cat": .string("finding"), "s": .string("t"), "pid": .integer(process),
          "tid": .integer(track), "ts": time(mark.time),
          "args": .members([
            "said": .string(headline.sentence),
            "id": .string(finding.fingerprint(in: report)),
            "advice": .string(finding.kind.advice),
          ]),
        ]))
    }
  }

  /// Microseconds with three decimals.
  private func time(_ nanoseconds: UInt64) -> JSONValue {
    let rest = "\(nanoseconds % 1000)"
    return .digits(
      "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest)
  }
}
