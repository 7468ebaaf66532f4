import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Report schema")
struct ReportSchemaTests {
  /// The published schema.
  private func schema() throws -> JSONSchema {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/report.schema.json")
    return try JSONSchema(String(contentsOf: file, encoding: .utf8))
  }

  @Test("every story's report is as the schema says, with no member that it does not name")
  func stories() throws {
    let schema = try schema()
    for (name, make) in Stories.everything {
      let text = try Rendering.render(.json, make, losses: Losses(events: 3))
      try Rendering.keep(text, as: "\(name).report.json")
      #expect(try schema.complaints(about: text, isStrict: true) == [])
    }
  }

  @Test("all kinds of findings, locks, events and waits are in the schema")
  func kinds() throws {
    let schema = try schema()
    var story = Story()
    var findings: [Finding] = []
    let thread = story.thread(1, "a", kind: .dispatch)
    let other = story.thread(2, "b", kind: .pool, endedAgo: 1)
    for (index, kind) in [
      LockKind.condition, .mutex, .recursive, .monitor, .semaphore, .external,
    ].enumerated() {
      let lock = story.lock(UInt32(index + 1), "l\(index)", kind: kind, names: [1: "one"])
      for event in Event.Kind.allCases {
        story.event(event, .lockWhen, lock, Mark(thread: thread, time: 5), wanted: -1, -2, -3)
      }
    }
    for kind in Finding.Kind.allCases {
      findings.append(
        Finding(
          kind: kind, also: [kind], occurrence: .predicted, certainty: .possible, severity: .note,
          participants: [part(.witness, .lock, nil, Mark(thread: other), value: -5)]))
    }
    story.state.threads[thread]!.wait = Wait(
      target: .end(of: other), operation: .join, deadline: 7, mark: Mark(thread: thread, time: 3))
    var report = story.report(findings)
    report.stacks[StackID(rawValue: 9)] = [
      Frame(kind: .omitted(3)), Frame(address: 1, image: "a", buildID: [1, 0xab], isInlined: true),
      Frame(kind: .truncated),
    ]
    report.state.threads[thread]!.wait!.mark.stack = StackID(rawValue: 9)
    let text = try ReportJSON(report).encoded()
    #expect(try schema.complaints(about: text, isStrict: true) == [])
  }

  @Test("a report that is not as the schema says is complained about")
  func wrong() throws {
    let (story, finding) = Stories.cycle()
    var report = ReportJSON(story.report([finding]))
    report.version = 2
    report.findings[0].kind = "quarrel"
    report.threads[0].kind = "loose"
    let found = try schema().complaints(about: report.encoded(), isStrict: true)
    #expect(found.count == 3)
  }
}
