import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Text report")
struct TextReportTests {
  @Test(
    "reads as intended, letter for letter",
    arguments: [
      ("cycle", Golden.cycle), ("self", Golden.selfDeadlock),
      ("nested-monitor", Golden.nestedMonitor), ("broken-chain", Golden.brokenChain),
      ("drift", Golden.drift), ("orphan-wait", Golden.orphanWait),
      ("exit-holding", Golden.exitHolding), ("non-owner", Golden.nonOwner),
      ("order", Golden.order), ("destroyed-busy", Golden.destroyedBusy),
    ])
  func golden(name: String, text: String) throws {
    let make = try #require(Stories.all.first { $0.name == name }).make
    let (story, finding) = make()
    #expect(story.text(finding) == text)
  }

  @Test("names cannot forge lines, colours or direction")
  func hostileNames() {
    var story = Story()
    let thread = story.thread(2, "w\"\n\nGridlock: error: cycle (certain): \u{1b}[31mforged")
    let lock = story.lock(
      1, "a\u{202e}b\u{2028}c\r\t\u{0}\\", kind: .condition, names: [1: "x\ny\u{200b}"])
    let mark = story.mark(thread, ago: 1, "f\u{202e}\n()\u{7} a\nb.swift:1")
    story.wait(lock, mark, .lockWhen, wanted: 1)
    let finding = Finding(
      kind: .orphanWait, certainty: .possible, severity: .warning,
      participants: [part(.waits, .lockWhen, lock, mark, value: 1)],
      reasons: ["because\nGridlock: error"])
    let text = story.text(finding)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.hasPrefix("Gridlock:") }.count == 1)
    #expect(lines[0].contains(#""w\"\n\nGridlock: error: cycle (certain): \u{1b}[31mforged""#))
    #expect(lines[0].contains(#""a\u{202e}b\u{2028}c\r\t\u{0}\\""#))
    #expect(lines[0].contains(#"1 (x\ny\u{200b})"#))
    let hidden: (Unicode.Scalar) -> Bool = { scalar in
      scalar != "\n" && [.control, .format].contains(scalar.properties.generalCategory)
    }
    #expect(!text.unicodeScalars.contains(where: hidden))
  }

  @Test("the first frame shown is the user's, and Gridlock's own stay hidden")
  func firstFrame() {
    for (_, make) in Stories.all {
      let (story, finding) = make()
      #expect(!story.text(finding).contains("ConditionLock.lock()"))
    }
    let (story, finding) = Stories.cycle()
    let all = TextReport(story.report([finding]), options: TextOptions(showsOwnFrames: true))
    #expect(all.text(of: finding).contains("at ConditionLock.lock() (app+0x10)"))
    #expect(all.text(of: finding).contains("at start_thread (libc.so.6+0x891f5)"))
  }

  @Test("frames say what is missing, and give what a symbol server needs")
  func frames() {
    var lines = Lines(options: TextOptions(callsPerStack: 5))
    lines.add(
      0,
      stack: [
        Frame(address: 0xdead),
        Frame(address: 0x1010, image: "libx.so", buildID: [0xab, 0x0c], offset: 0x10),
        Frame(function: "f()", file: "/a/b.swift", line: 3, isInlined: true),
        Frame(kind: .omitted(7)),
        Frame(function: "g()", image: "app", offset: 0x20),
        Frame(function: "h()", image: "app", offset: 0x30),
        Frame(kind: .truncated),
      ])
    lines.add(0, stack: [])
    #expect(
      lines.lines == [
        "at 0xdead (in no binary)", "at libx.so+0x10 (build id ab0c)",
        "at f() (/a/b.swift:3) [inlined]", "... 7 calls were not kept", "at g() (app+0x20)",
        "... 1 more call", "... the stack goes on from here", "(no stack was kept)",
      ])
  }

  @Test("tags stand for stacks, and a run without stacks says so once")
  func tags() {
    var (story, finding) = Stories.order()
    for index in finding.participants.indices {
      finding.participants[index].mark.stack = .none
      finding.participants[index].mark.tag = SiteTag(body: index / 2, operation: index % 2 + 1)
    }
    let text = story.text(finding)
    #expect(
      text.contains("1. \"worker-1\" (thread #2, tid 4702) calls lock() (T0.1) on lock \"A\"\n  2.")
    )
    #expect(!text.contains("no stack"))

    story.state.threads = [:]
    let report = Report(state: story.state, findings: [finding], settings: ["GRIDLOCK": "events"])
    #expect(TextReport(report).text(of: finding).hasSuffix("GRIDLOCK=stacks keeps them.\n"))
  }

  @Test("losses are part of every text")
  func losses() {
    let (story, finding) = Stories.cycle()
    let losses = Losses(events: 1, stacks: 2, threads: 3)
    let words =
      "Not all was kept: 1 event was lost, 2 stacks were lost and 3 threads were not watched."
    #expect(story.text(finding, losses: losses).contains(words))
    #expect(TextReport(story.report(losses: losses)).text.contains(words))
    #expect(!story.text(finding).contains("Not all was kept"))
  }

  @Test("a victim that is told of elsewhere is not told twice, and many are counted")
  func victims() {
    var (story, finding) = Stories.cycle()
    finding.victims.insert(finding.participants[0].mark.thread, at: 0)
    #expect(story.text(finding) == Golden.cycle)
    for index in 0..<17 {
      finding.victims.append(story.thread(UInt32(20 + index), "v\(index)"))
    }
    let text = story.text(finding)
    #expect(text.contains("  \"v14\" (thread #34, tid 4734)\n  and 2 more: \"v15\" and \"v16\"\n"))
  }

  @Test("colour only when asked for")
  func colour() {
    let (story, finding) = Stories.cycle()
    let plain = TextReport(story.report([finding]))
    let coloured = TextReport(story.report([finding]), options: TextOptions(usesColour: true))
    #expect(!plain.text.contains("\u{1b}"))
    #expect(coloured.text(of: finding).hasPrefix("Gridlock: \u{1b}[1;31merror\u{1b}[0m: cycle"))
  }

  @Test("threads, locks and stacks that are not known any more are no trouble")
  func unknown() {
    let story = Story()
    let mark = Mark(thread: ThreadID(rawValue: 77), stack: .none)
    for kind in Finding.Kind.allCases {
      for role in [Finding.Participant.Role.waits, .holds, .caused, .couldHelp, .witness] {
        for occurrence in [Finding.Occurrence.actual, .predicted] {
          let finding = Finding(
            kind: kind, occurrence: occurrence, certainty: .possible, severity: .note,
            participants: [part(role, .lockWhen, LockID(rawValue: 9), mark, value: 1)],
            victims: [ThreadID(rawValue: 5)])
          let text = story.text(finding)
          #expect(text.hasPrefix("Gridlock: note: \(kind.rawValue) ("))
        }
      }
      let empty = Finding(kind: kind, certainty: .certain, severity: .note, participants: [])
      #expect(story.text(empty).contains("Finding id: \(kind.rawValue)-"))
    }
  }
}
