import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Perfetto")
struct PerfettoReportTests {
  @Test("a hand-over is two spans, an arrow and a counter, and what goes on is a pair")
  func golden() throws {
    let text = try Rendering.render(.perfetto, Stories.handover, losses: Losses(events: 40))
    try Rendering.keep(text, as: "golden.perfetto.json")
    #expect(text == (try Rendering.expected("golden.perfetto.json")))
  }

  @Test("every trace holds to the format: pairs are whole, spans of a track lie one in another")
  func structure() throws {
    for (name, make) in Stories.everything {
      let text = try Rendering.render(.perfetto, make)
      try Rendering.keep(text, as: "\(name).perfetto.json")
      let events = try JSONDecoder().decode(Trace.self, from: Data(text.utf8)).traceEvents
      var phases: [String: [TraceEvent]] = [:]
      for event in events { phases[event.ph, default: []].append(event) }
      #expect(Set(phases.keys).isSubset(of: ["M", "X", "b", "e", "s", "f", "C", "i"]))
      for (open, close) in [("b", "e"), ("s", "f")] {
        let starts = phases[open] ?? []
        let ends = phases[close] ?? []
        #expect(starts.map(\.id) == ends.map(\.id))
        #expect(Set(starts.map(\.id)).count == starts.count)
        #expect(zip(starts, ends).allSatisfy { $0.ts! <= $1.ts! && $0.cat == $1.cat })
      }
      let named = Set((phases["M"] ?? []).filter { $0.name == "thread_name" }.map(\.tid))
      #expect(events.allSatisfy { $0.tid == nil || named.contains($0.tid) })
      for (_, spans) in Dictionary(grouping: phases["X"] ?? [], by: \.tid) {
        var ends: [Double] = []
        for span in spans.sorted(by: { ($0.ts!, -$0.dur!) < ($1.ts!, -$1.dur!) }) {
          let end = span.ts! + span.dur!
          while let last = ends.last, last <= span.ts! { ends.removeLast() }
          #expect(ends.last.map { end <= $0 } ?? true)
          ends.append(end)
        }
      }
    }
  }

  @Test("threads whose kernel ids are alike get tracks of their own")
  func tracks() {
    var story = Story()
    let one = story.thread(2, "a")
    let two = story.thread(3, "b")
    story.state.threads[two]!.systemID = story.state.threads[one]!.systemID
    let report = PerfettoReport(story.report())
    #expect(report.tracks == [one: 4702, two: 5_000_000])
  }
}

private struct Trace: Decodable { var traceEvents: [TraceEvent] }

private struct TraceEvent: Decodable {
  var ph: String
  var name: String
  var cat: String?
  var id: Int?
  var tid: Int?
  var ts: Double?
  var dur: Double?
}
