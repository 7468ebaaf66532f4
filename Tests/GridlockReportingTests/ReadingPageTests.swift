import Foundation
import Testing

/// `docs/reading-a-report.md` goes through a report that is printed so.
@Suite struct ReadingPageTests {
  private let page: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    page = try String(
      contentsOf: root.appendingPathComponent("docs/reading-a-report.md"), encoding: .utf8)
  }

  @Test("The report that the page explains is the one that is rendered")
  func whole() {
    #expect(page.contains("```text\n\(Golden.nestedMonitor)```\n"))
  }

  @Test("Every line that the page explains is in a report")
  func lines() {
    let explained = page.matches(of: #/(?m)^\*\*`(.+?)`\*\*/#).map { String($0.1) }
    #expect(explained.count == 11)
    for line in explained {
      // What is left out in the middle of a line is three dots.
      for part in line.components(separatedBy: "...") {
        let text = part.trimmingCharacters(in: .whitespaces)
        #expect(text.isEmpty || Golden.nestedMonitor.contains(text), "\(line)")
      }
    }
  }
}
