import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Suppressions")
struct SuppressionTests {
  private func takesOut(_ lines: String, _ make: () -> (Story, Finding)) -> Bool {
    var list = SuppressionList()
    let problems = list.addSuppressions(lines, file: "known")
    #expect(problems == [])
    let (story, finding) = make()
    return list.takesOut(finding, in: story.report([finding]))
  }

  /// A ring of "A" and "B" by the threads "teller" and "auditor".
  private static func ring() -> (Story, Finding) {
    var story = Story()
    let teller = story.thread(1, "teller")
    let auditor = story.thread(2, "auditor")
    let a = story.lock(1, "A", at: "Bank.init Bank.swift:9")
    let b = story.lock(2, "B", at: "Bank.init Bank.swift:10")
    let finding = Finding(
      kind: .order, occurrence: .predicted, certainty: .possible, severity: .warning,
      participants: [
        part(.holds, .lock, a, story.mark(teller, ago: 2, "Bank.move(_:) Bank.swift:30")),
        part(.waits, .lock, b, story.mark(auditor, ago: 1, "Bank.audit() Audit.swift:12")),
      ])
    return (story, finding)
  }

  @Test(
    "A line takes a finding out by any frame, lock, thread, place or id",
    arguments: [
      "order: Bank.audit()", "order: Bank.a*", "order: */Audit.swift", "order: Audit.swift",
      "order: Audit.swift:12", "order: A", "order: teller", "order: Bank.init", "order: app",
      "order: start_thread", "*: B", "order: *", "order:A", "  order :  A  ", "order: A && B",
      "order: tell* && A && *Audit*", "order: order-*", "# why\n\norder: nothing\r\norder: A\r\n",
    ])
  func matches(_ lines: String) { #expect(takesOut(lines, Self.ring)) }

  @Test(
    "Another kind, a part of a name or one of a pair do not",
    arguments: [
      "cycle: A", "order: a", "order: udit", "order: Audit.swift:1", "order: A && C",
      "order: ConditionLock.lock()", "order: C", "# order: A", "",
    ])
  func differs(_ lines: String) { #expect(!takesOut(lines, Self.ring)) }

  @Test("An id takes out exactly its finding")
  func byID() {
    let (story, finding) = Self.ring()
    let id = finding.fingerprint(in: story.report([finding]))
    #expect(takesOut("*: \(id)", Self.ring))
    #expect(takesOut("order: \(id)", Self.ring))
    let other = Stories.cycle()
    #expect(!takesOut("*: \(id)") { other })
  }

  @Test("A line that does not parse is one problem with its file and line; the others count")
  func problems() {
    var list = SuppressionList()
    let text = "\u{feff}order: A\nno colon\nrace: A\ncycle:\ncycle: A && \n\n# fine\ndrift: *"
    let problems = list.addSuppressions(text, file: "dir/known")
    #expect(problems.map(\.line) == [2, 3, 4, 5])
    #expect(
      problems.first?.description
        == "dir/known:2: expected `kind: pattern`, found no colon in `no colon`")
    #expect(problems[1].description.hasPrefix("dir/known:3: unknown kind `race`; expected * or"))
    #expect(list.suppressions.map(\.text) == ["order: A", "drift: *"])
    #expect(list.suppressions.map(\.line) == [1, 8])
  }

  @Test("Lines that matched nothing are listed, those that did are not")
  func unused() {
    var list = SuppressionList()
    _ = list.addSuppressions("order: Z\norder: A\n", file: "known")
    _ = list.addBaseline("cycle-0123456789ab\n", file: "base")
    let (story, finding) = Self.ring()
    let report = story.report([finding])
    let isKnown = list.takesOut(finding, in: report)
    #expect(isKnown)
    #expect(list.unused == ["known:1: order: Z"])
    #expect(
      list.notices == [
        "1 known finding was left out.", "No finding matched so far: known:1: order: Z",
        "Not found again so far: cycle-0123456789ab",
      ])
  }

  @Test("A written baseline takes out what it lists, and keeps it when written again")
  func baseline() {
    let (story, finding) = Self.ring()
    let report = story.report([finding])
    var list = SuppressionList()
    let text = report.baseline()
    let problems = list.addBaseline(text, file: "base")
    #expect(problems == [])
    let isKnown = list.takesOut(finding, in: report)
    #expect(isKnown)
    let id = finding.fingerprint(in: report)
    #expect(text.contains("\n\(id)  "))
    #expect(list.usedIDs == [id])
    #expect(story.report().baseline(keeping: list.usedIDs).contains("\n\(id)\n"))
  }

  @Test(
    "What is no id in a baseline is a problem",
    arguments: ["cycle", "race-0123456789ab", "cycle-0123", "cycle-0123456789AB", "0123456789ab"])
  func noID(_ line: String) {
    var list = SuppressionList()
    let problems = list.addBaseline(line, file: "base")
    #expect(problems.map(\.line) == [1])
    #expect(list.isEmpty)
  }

  @Test("Hostile files end soon and say so in few words")
  func hostile() {
    var list = SuppressionList()
    let long = String(repeating: "x", count: 1 << 20)
    var problems = list.addSuppressions(long, file: "f")
    #expect(problems.count == 1)
    let bad = String(repeating: "?\n", count: 200_000)
    problems = list.addSuppressions(bad, file: "f")
    #expect(problems.count == SuppressionList.problemLimit + 1)
    let many = String(repeating: "order: q\n", count: 20_000)
    problems = list.addSuppressions(many, file: "f")
    #expect(problems.count == 1)
    #expect(list.suppressions.count == SuppressionList.countLimit)
  }

  @Test("Stars that fit in many ways are no trouble")
  func stars() {
    let text = String(repeating: "a", count: 4_000)
    let pattern = Glob(String(repeating: "a*", count: 400) + "b")
    #expect(!pattern.matches(text))
    #expect(pattern.matches(text + "b"))
    #expect(Glob("**").matches(""))
    #expect(Glob("a*").matches("a"))
    #expect(!Glob("").matches("a"))
    #expect(Glob("*é*").matches("café au lait"))
  }

  @Test("A report says what was left out")
  func notices() {
    let (story, finding) = Self.ring()
    var report = story.report([finding])
    report.notices = ["1 known finding was left out."]
    #expect(TextReport(report).text.contains("\n1 known finding was left out.\n"))
  }

  @Test("A report says how many searches for orders were cut short, and nothing when none was")
  func searchesCutShort() {
    var report = Report(state: SystemState())
    report.note(searchesCutShort: 0)
    #expect(report.notices.isEmpty)
    report.note(searchesCutShort: 1)
    report.note(searchesCutShort: 2)
    let reason = "since too many orders cross: some rings of locks may be missing."
    #expect(
      report.notices == [
        "1 search for crossed lock orders was cut short, \(reason)",
        "2 searches for crossed lock orders were cut short, \(reason)",
      ])
  }
}
