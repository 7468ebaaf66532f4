import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("SARIF")
struct SARIFReportTests {
  @Test("a ring of waits is one result with a stack and a flow for each thread")
  func golden() throws {
    let text = try Rendering.render(
      .sarif, Stories.cycle, losses: Losses(events: 3, stacks: 1))
    try Rendering.keep(text, as: "golden.sarif")
    #expect(text == (try Rendering.expected("golden.sarif")))
  }

  @Test("every kind of finding becomes a result of a rule that has help")
  func structure() throws {
    for (name, make) in Stories.everything {
      let text = try Rendering.render(.sarif, make)
      try Rendering.keep(text, as: "\(name).sarif")
      let log = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
      #expect(log.version == "2.1.0")
      let run = try #require(log.runs.first)
      #expect(run.results.count == 1)
      for result in run.results {
        #expect(run.tool.driver.rules[result.ruleIndex].id == result.ruleId)
        #expect(["error", "warning", "note"].contains(result.level))
        #expect(result.partialFingerprints["gridlockFinding/v1"]?.hasPrefix(result.ruleId) == true)
        #expect(result.stacks.allSatisfy { !$0.frames.isEmpty && $0.frames[0].threadId > 0 })
        #expect(result.locations.count == 1)
        let threads = result.codeFlows.flatMap(\.threadFlows)
        #expect(threads.allSatisfy { !$0.locations.isEmpty })
      }
      #expect(run.tool.driver.rules.allSatisfy { !$0.help.text.isEmpty })
    }
  }

  @Test("paths outside the sources stay whole and are escaped")
  func paths() {
    #expect(SARIFReport.uri("/src/a b%\u{202e}.swift") == "file:///src/a%20b%25%E2%80%AE.swift")
    #expect(SARIFReport.uri("Sources/a.swift") == "Sources/a.swift")
  }

  @Test("names can't make links or placeholders of a message")
  func messages() {
    let (story, finding) = Stories.cycle()
    let report = SARIFReport(story.report([finding]))
    #expect(
      report.message("[x](1) {0}").compact == #"{"text":"\\[x\\](1) {{0}}"}"#)
  }

  @Test("without a directory paths are absolute and no base is named")
  func noDirectory() {
    let (story, finding) = Stories.cycle()
    let text = SARIFReport(story.report([finding])).text
    #expect(text.contains("\"uri\": \"file:///src/Bank.swift\""))
    #expect(!text.contains("originalUriBaseIds"))
  }
}

/// As much of SARIF as these tests ask for.
private struct Log: Decodable {
  struct Text: Decodable { var text: String }
  struct Rule: Decodable {
    var id: String
    var help: Text
  }
  struct Driver: Decodable { var rules: [Rule] }
  struct Tool: Decodable { var driver: Driver }
  struct Frame: Decodable { var threadId: Int }
  struct Stack: Decodable { var frames: [Frame] }
  struct Location: Decodable {}
  struct Step: Decodable { var executionOrder: Int }
  struct ThreadFlow: Decodable { var locations: [Step] }
  struct CodeFlow: Decodable { var threadFlows: [ThreadFlow] }
  struct Result: Decodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var locations: [Location]
    var stacks: [Stack]
    var codeFlows: [CodeFlow]
    var partialFingerprints: [String: String]
  }
  struct Run: Decodable {
    var tool: Tool
    var results: [Result]
  }
  var version: String
  var runs: [Run]
}
