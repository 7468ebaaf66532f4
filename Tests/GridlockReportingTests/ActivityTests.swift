import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Thread activity")
struct ActivityTests {
  /// A waiter behind a holder that reads, and a thread that Gridlock does not know.
  private func report() -> Report {
    var story = Story()
    let main = story.thread(1, kind: .main)
    let worker = story.thread(2, "worker")
    let log = story.lock(1, "log")
    let computes = story.thread(3, "counter")
    let sum = story.lock(2, "sum")
    story.hold(log, story.mark(main, ago: 2, "open() Log.swift:10"))
    story.wait(log, story.mark(worker, ago: 1, "work() main.swift:9"))
    story.hold(sum, story.mark(computes, ago: 3, "count() Sum.swift:4"))
    var report = story.report()
    report.activities[main] = ThreadActivity(
      state: "S",
      systemCall: ThreadActivity.SystemCall(name: "read", number: 0, file: "/tmp/a\u{1b}log"),
      waitChannel: "pipe_read",
      stack: [Frame(function: "read", image: "libc.so.6", offset: 0x10)])
    report.activities[computes] = ThreadActivity(state: "R", stackMissing: "it blocks SIGPROF")
    report.strangers = [
      Stranger(
        systemID: 4799, name: "pool\n",
        activity: ThreadActivity(
          state: "S", systemCall: ThreadActivity.SystemCall(name: nil, number: 451),
          stackMissing: "a signal could end the system call early"))
    ]
    report.strangersLeftOut = 2
    return report
  }

  @Test("a text report says what holders do, where, or why that is not known")
  func text() {
    let text = TextReport(report(), options: TextOptions(directory: "/src")).text
    let start = text.range(of: "--- Threads, those")!.lowerBound
    let end = text.range(of: "--- Locks")!.lowerBound
    #expect(
      text[start..<end] == """
        --- Threads, those that wait first ---

        "worker" (thread #2, tid 4702) has waited for 1.0 s:
          waits in lock() for lock "log"
              at work() (main.swift:9:7)
          "log" is held by the main thread (thread #1, tid 4701); taken 2.0 s ago in lock()
              at open() (Log.swift:10:7)
            which sleeps in read() of /tmp/a\\u{1b}log (pipe_read in the kernel)
              at read (libc.so.6+0x10)
          holds no lock

        the main thread (thread #1, tid 4701) runs:
          it sleeps in read() of /tmp/a\\u{1b}log (pipe_read in the kernel)
            at read (libc.so.6+0x10)
          holds lock "log" for 2.0 s, taken in lock()
              at open() (Log.swift:10:7)

        "counter" (thread #3, tid 4703) runs:
          it computes
            (no stack: it blocks SIGPROF)
          holds lock "sum" for 3.0 s, taken in lock()
              at count() (Sum.swift:4:7)

        --- Threads that never used Gridlock's locks ---
        "pool\\n" (tid 4799) sleeps in system call 451
          (no stack: a signal could end the system call early)
        and 2 more


        """)
  }

  @Test("a finding about a holder that does not wait says what it does")
  func finding() {
    var report = report()
    let hold = report.state.threads[ThreadID(index: 1, generation: 1)]!.holds[0]
    report.findings = [
      Finding(
        kind: .longHold, certainty: .certain, severity: .warning,
        participants: [part(.holds, .lock, hold.lock, hold.mark)])
    ]
    let text = TextReport(report, options: TextOptions(directory: "/src"))
      .text(of: report.findings[0])
    let start = text.range(of: "the main thread (thread #1")!.lowerBound
    let end = text.range(of: "\n\n", range: start..<text.endIndex)!.lowerBound
    #expect(
      text[start..<end] == """
        the main thread (thread #1, tid 4701) holds lock "log" for 2.0 s, taken in lock()
          at open() (Log.swift:10:7)
          it sleeps in read() of /tmp/a\\u{1b}log (pipe_read in the kernel)
            at read (libc.so.6+0x10)
        """)
  }

  @Test("JSON has the same, as the schema says")
  func json() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/report.schema.json")
    let schema = try JSONSchema(String(contentsOf: file, encoding: .utf8))
    let json = ReportJSON(report())
    #expect(try schema.complaints(about: json.encoded(), isStrict: true) == [])
    #expect(json.threads[0].activity?.systemCall?.name == "read")
    #expect(json.threads[0].activity?.stack?.count == 1)
    #expect(json.threads[1].activity == nil)
    #expect(json.threads[2].activity?.stackMissing == "it blocks SIGPROF")
    #expect(json.strangers?.map(\.systemID) == [4799])
  }

  @Test("the page has the same among its threads")
  func html() throws {
    var page = ""
    try ReportFormat.html.render(report()) { page += $0 }
    try Rendering.keep(page, as: "activity.html")
    let what = #""what":"sleeps in read() of /tmp/a\\u{1b}log (pipe_read in the kernel)""#
    #expect(page.contains(what))
    #expect(page.contains(#""place":"no stack: it blocks SIGPROF""#))
    #expect(page.contains("(tid 4799, never used Gridlock's locks)"))
  }
}
