import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("JSON")
struct FindingJSONTests {
  @Test("a finding names its tagged operations, locks and threads once each")
  func finding() throws {
    let (story, plain) = Stories.cycle()
    var finding = plain
    finding.participants[0].mark.tag = SiteTag(body: 0, operation: 4)
    finding.participants[2].mark.tag = SiteTag(body: 1, operation: 2)
    finding.participants[3].mark.tag = SiteTag(body: 0, operation: 4)
    let report = story.report([finding])
    let json = FindingJSON(finding, in: report)
    #expect(json.operations == ["T0.4", "T1.2"])
    #expect(json.locks == ["\"B\"", "\"A\""])
    #expect(json.threads == ["\"worker-1\"", "\"worker-2\""])
    #expect(json.victims == ["\"logger\""])
    #expect(json.kind == "cycle")
    #expect(json.participants.map(\.role) == ["waits", "holds", "waits", "holds"])
    #expect(json.participants[0].from.stack?[1].line == 31)
    #expect(json.headline.hasPrefix("Gridlock: error: cycle (certain): "))

    let named = FindingJSON(finding, in: report) { $0.body == 0 ? "body/\($0.operation)" : nil }
    #expect(named.operations == ["body/4"])

    let line = try json.encoded()
    #expect(!line.contains("\n"))
    #expect(try JSONDecoder().decode(FindingJSON.self, from: Data(line.utf8)) == json)
  }

  @Test("a whole report survives being written and read, and says its version")
  func report() throws {
    for (_, make) in Stories.all {
      let (story, finding) = make()
      let json = ReportJSON(story.report([finding], losses: Losses(events: 3)))
      let text = try json.encoded()
      #expect(text.contains("\"version\" : 1"))
      #expect(json.losses.events == 3)
      #expect(json.date == "2023-11-14T22:14:59Z")
      #expect(try JSONDecoder().decode(ReportJSON.self, from: Data(text.utf8)) == json)
    }
  }

  @Test("frames keep what is needed to find their symbols later")
  func frames() {
    let frame = FrameJSON(
      Frame(address: 0x1010, image: "libx.so", buildID: [0xab, 0x0c], offset: 0x10))
    #expect(frame.address == "0x1010")
    #expect(frame.buildID == "ab0c")
    #expect(frame.offset == "0x10")
    #expect(FrameJSON(Frame(kind: .omitted(3))).count == 3)
    #expect(FrameJSON(Frame(kind: .truncated)).kind == "truncated")
  }
}
