import GridlockAnalysis
import Testing

@testable import GridlockReporting

@Suite("Text report")
struct TextReportTests {
  @Test func dump() {
    for (name, make) in Stories.all {
      let (story, finding) = make()
      print("##### \(name)")
      print(story.text(finding))
    }
    let (story, finding) = Stories.brokenChain()
    print(TextReport(story.report([finding])).text)
    print(TextReport(Story().report()).text)
  }
}
