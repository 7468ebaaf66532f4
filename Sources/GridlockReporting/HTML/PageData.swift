import Foundation
import GridlockAnalysis
import GridlockEvents

/// What the page's script is given: labels instead of names, numbers of rows instead of ids, and
/// times from the timeline's start, which a script can hold without rounding.
struct PageData {
  let report: Report
  let labels: Labels
  let timeline: Timeline
  let text: TextReport
  let title: String
  let excerpts: SourceExcerpts
  let threads: [ThreadID]
  let locks: [LockID]
  private let threadRows: [ThreadID: Int]
  private let lockRows: [LockID: Int]

  init(_ report: Report, sources: SourceFiles, directory: String?, title: String) {
    self.report = report
    self.title = title
    labels = Labels(report)
    text = TextReport(report)
    let timeline = Timeline(report)
    self.timeline = timeline
    excerpts = SourceExcerpts(report, sources: sources, directory: directory)
    let spoken = Set(timeline.spans.map(\.thread)).union(report.state.threads.keys)
    threads = spoken.filter { report.state.threads[$0]?.isObserver != true && $0 != .none }.sorted()
    locks = report.state.locks.keys.sorted()
    threadRows = Dictionary(uniqueKeysWithValues: threads.enumerated().map { ($1, $0) })
    lockRows = Dictionary(uniqueKeysWithValues: locks.enumerated().map { ($1, $0) })
  }

  var value: JSONValue {
    .members([
      "title": .string(title),
      "facts": .array(facts.map(JSONValue.string)),
      "losses": .array(report.losses.sentences.map(JSONValue.string)),
      "end": .unsigned(timeline.end - timeline.start),
      "threads": .array(threads.map(thread)),
      "strangers": JSONValue.list(report.strangers.map(stranger)),
      "locks": .array(locks.map(lock)),
      "findings": .array(
        report.findings.sorted { $0.severity > $1.severity }.map(finding)),
      "spans": .array(timeline.spans.compactMap(span)),
      "handovers": .array(timeline.handovers.compactMap(handover)),
      "changes": .array(timeline.changes.compactMap(change)),
      "graph": graph,
    ])
  }

  private var facts: [String] {
    let process = report.process
    var facts: [String] = []
    if process.id != 0 { facts.append("process \(process.id)") }
    if let date = process.date(of: report.state.time) { facts.append(date.formatted(.iso8601)) }
    if process.startTime > 0, let age = labels.age(process.startTime) {
      facts.append("\(age) after the start")
    }
    facts += report.settings.sorted { $0.key < $1.key }.map { Escape.text("\($0.key)=\($0.value)") }
    return facts
  }

  func row(_ thread: ThreadID?) -> JSONValue? {
    thread.flatMap { threadRows[$0] }.map(JSONValue.integer)
  }

  func row(_ lock: LockID?) -> JSONValue? {
    lock.flatMap { lockRows[$0] }.map(JSONValue.integer)
  }

  /// A time from the timeline's start.
  func time(_ time: UInt64) -> JSONValue {
    .unsigned(time > timeline.start ? time - timeline.start : 0)
  }

  private func span(_ span: Timeline.Span) -> JSONValue? {
    guard let thread = row(span.thread) else { return nil }
    let wanted = span.wanted.flatMap { value in span.lock.map { labels.value(value, of: $0) } }
    return .members([
      "kind": .string(span.kind == .wait ? "wait" : "hold"),
      "thread": thread, "lock": row(span.lock), "start": time(span.start),
      "end": span.end.map(time),
      "startUnknown": span.isStartKnown ? nil : .bool(true),
      "endUnknown": span.isEndKnown ? nil : .bool(true),
      "timedOut": span.isTimeOut ? .bool(true) : nil,
      "call": .string(span.operation.call(span.wanted)),
      "wanted": span.operation.namesValue ? JSONValue.text(wanted) : nil,
      "place": JSONValue.text(labels.place(span.mark)),
    ])
  }

  private func handover(_ handover: Timeline.Handover) -> JSONValue? {
    guard let from = row(handover.from), let to = row(handover.to) else { return nil }
    return .members([
      "lock": row(handover.lock), "from": from, "released": time(handover.released), "to": to,
      "acquired": time(handover.acquired),
    ])
  }

  private func change(_ change: Timeline.Change) -> JSONValue? {
    .members([
      "lock": row(change.lock), "time": time(change.time), "value": .integer(change.value),
      "label": .string(labels.value(change.value, of: change.lock)),
      "thread": row(change.thread), "call": .string(change.operation.call()),
      "place": JSONValue.text(labels.place(change.mark)),
    ])
  }

  private var graph: JSONValue {
    let graph = WaitForGraph(labels: labels)
    let red = Set(graph.edges.filter(\.isInCycle).flatMap { [$0.from, $0.to] })
    return .members([
      "nodes": .array(graph.nodes.map { node($0, isRed: red.contains($0)) }),
      "edges": .array(
        graph.edges.map { edge in
          .members([
            "from": .string(edge.from.name), "to": .string(edge.to.name),
            "kind": .string(name(of: edge.kind)), "label": JSONValue.text(edge.label),
            "wants": JSONValue.text(edge.wants),
            "red": edge.isInCycle ? .bool(true) : nil,
          ])
        }),
    ])
  }

  private func node(_ node: WaitForGraph.Node, isRed: Bool) -> JSONValue {
    var label: String
    var note = ""
    var kind = "lock"
    switch node {
    case .thread(let id):
      label = labels.thread(id)
      kind = "thread"
      if report.state.threads[id]?.isAlive == false { note = "ended" }
    case .lock(let id):
      label = labels.lock(id)
      if let state = report.state.locks[id] {
        if state.kind == .condition { note = "value \(labels.value(state.value, of: id))" }
        if state.kind == .semaphore { note = "count \(state.value)" }
      }
    }
    return .members([
      "id": .string(node.name), "kind": .string(kind), "label": .string(label),
      "note": JSONValue.text(note), "red": isRed ? .bool(true) : nil,
    ])
  }

  private func name(of kind: WaitForGraph.Edge.Kind) -> String {
    switch kind {
    case .waits: "waits"
    case .heldBy: "held by"
    case .couldHelp: "could help"
    case .wouldWait: "would wait"
    case .wasHeldBy: "taken by"
    }
  }
}
