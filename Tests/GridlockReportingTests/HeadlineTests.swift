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

  @Test("a thread that waits for another's end names it")
  func join() {
    var story = Story()
    let one = story.thread(2, "parent")
    let two = story.thread(3, "child")
    let lock = story.lock(1, "L")
    let joins = story.mark(one, ago: 1, "f() a.swift:1")
    let waits = story.mark(two, ago: 1, "g() a.swift:2")
    story.hold(lock, story.mark(one, ago: 2, "f() a.swift:0"))
    story.state.threads[one]!.wait = Wait(target: .end(of: two), operation: .join, mark: joins)
    story.wait(lock, waits)
    let finding = Finding(
      kind: .cycle, certainty: .certain, severity: .error,
      participants: [part(.waits, .join, nil, joins), part(.waits, .lock, lock, waits)])
    #expect(
      Headline(finding, in: story.report()).sentence
        == "2 threads wait for each other: \"parent\" for \"child\" to end, "
        + "\"child\" for lock \"L\"")
    #expect(
      story.text(finding).contains("waits in join() for \"child\" (thread #3, tid 4703) to end"))
  }

  @Test("many who wait for the same are counted")
  func many() {
    var (story, finding) = Stories.brokenChain()
    let lock = finding.participants[0].lock
    for index in 0..<4 {
      let thread = story.thread(UInt32(10 + index), "c\(index)")
      let mark = story.mark(thread, ago: 1, "f() a.swift:1")
      finding.participants.append(part(.waits, .lockWhen, lock, mark, value: 2))
    }
    #expect(
      Headline(finding, in: story.report()).sentence
        == "\"consumer\", \"c0\" and 3 more wait for 2 (ready) on \"stage\", "
        + "but unlock() by \"producer\" kept 1 (busy)")
  }
}
