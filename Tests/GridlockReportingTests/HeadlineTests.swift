import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Headline")
struct HeadlineTests {
  @Test("every kind has a headline and advice of one line", arguments: Finding.Kind.allCases)
  func everyKind(kind: Finding.Kind) {
    let (story, finding) = Stories.brokenChain()
    var other = finding
    other.kind = kind
    let text = Headline(other, in: story.report([other])).text
    #expect(text.hasPrefix("Gridlock: error: \(kind.rawValue) (probable): "))
    #expect(!text.contains("\n"))
    #expect(!text.hasSuffix("."))
    #expect(text.contains("stage"))
    #expect(kind.advice.hasSuffix("."))
    #expect(!kind.advice.contains("\n"))
  }

  @Test("a predicted finding says in its first line that nothing hung")
  func predicted() {
    for kind in Finding.Kind.allCases {
      var (story, finding) = Stories.order()
      finding.kind = kind
      let text = Headline(finding, in: story.report([finding])).text
      #expect(
        text.hasPrefix(
          "Gridlock: warning: \(kind.rawValue) (predicted, probable): nothing hung this time, but ")
      )
      story.state.locks = [:]
    }
  }

  @Test("a ring through values says who waits for what")
  func ring() {
    var story = Story()
    let threads = (2...4).map { story.thread(UInt32($0), "t\($0)") }
    let locks = (1...3).map { story.lock(UInt32($0), "L\($0)", kind: .condition) }
    let parts = (0..<3).map { index in
      part(
        .waits, index == 0 ? .lockWhen : .lock, locks[index],
        story.mark(threads[index], ago: 1, "f() a.swift:1"), value: index == 0 ? 5 : nil)
    }
    let finding = Finding(
      kind: .cycle, certainty: .probable, severity: .error, participants: parts)
    #expect(
      Headline(finding, in: story.report()).sentence
        == "3 threads wait in a ring: \"t2\" for 5 on \"L1\", \"t3\" for condition lock \"L2\", "
        + "\"t4\" for condition lock \"L3\"")
  }
}
