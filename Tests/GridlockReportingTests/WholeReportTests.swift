import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Whole report")
struct WholeReportTests {
  @Test("says plainly when nothing is wrong")
  func nothing() {
    var story = Story()
    let main = story.thread(1, "", kind: .main)
    let idle = story.thread(2, "worker")
    let queue = story.lock(1, "queue", kind: .condition, names: [0: "empty", 1: "full"])
    let log = story.lock(2, "log", at: "Log.init() Log.swift:4")
    story.wait(queue, story.mark(idle, ago: 0.5, "work() main.swift:9"), .lockWhen, wanted: 1)
    story.hold(log, story.mark(main, ago: 0.001, "Log.write(_:) Log.swift:10"))
    let text = TextReport(story.report(), options: TextOptions(directory: "/src")).text
    #expect(
      text == """
        Gridlock's report on Bank (process 4700), 2023-11-14T22:14:59Z
        2 threads (1 waiting), 2 locks (1 held), 1 min 39 s after the start
        Settings: GRIDLOCK=stacks

        Nothing is wrong that Gridlock can see: no findings.

        --- Threads, those that wait first ---

        "worker" (thread #2, tid 4702) has waited for 500 ms:
          waits in lock(whenCondition: 1) for condition lock "queue" to become 1 (full)
              at work() (main.swift:9:7)
          "queue" is free: nobody holds it
          its value is 0 (empty), as it was created
          nobody has ever set 1 (full)
          holds no lock

        the main thread (thread #1, tid 4701) runs:
          holds lock "log" for 1.0 ms, taken in lock()
              at Log.write(_:) (Log.swift:10:7)

        --- Locks held or waited for ---
        condition lock "queue" at 0 (empty), free
          waited for by "worker" (for 1 (full))
        lock "log", held by the main thread, created at Log.swift:4

        End of Gridlock's report

        """)
  }

  @Test("tells each finding once and points to it from the threads")
  func findings() {
    let (story, finding) = Stories.brokenChain()
    let text = TextReport(story.report([finding]), options: TextOptions(directory: "/src")).text
    #expect(text.contains("\n1 finding: 1 error\n\n" + Golden.brokenChain))
    #expect(text.contains("  see broken-chain-4adb77ca6283 above\n"))
    #expect(text.components(separatedBy: "at Pipeline.consume()").count == 2)
  }

  @Test("things that share a name are told apart")
  func sharedNames() {
    var story = Story()
    let one = story.thread(2, "worker")
    let two = story.thread(3, "worker")
    let a = story.lock(1, "", at: "make() main.swift:3")
    let b = story.lock(2, "", at: "make() main.swift:3")
    let labels = Labels(story.report())
    #expect(labels.thread(one) == "\"worker\" #2")
    #expect(labels.threadWithIDs(two) == "\"worker\" #3 (tid 4703)")
    #expect(labels.lock(a) == "the lock created at main.swift:3 #1")
    #expect(labels.lockWithKind(b) == "the lock created at main.swift:3 #2")
  }

  @Test("spans of time have two figures")
  func spans() {
    let texts = [0, 999, 1_500, 12_000, 2_349_000_000, 59_999_000_000, 200_000_000_000]
      .map { Span.text($0) }
    #expect(texts == ["0 ns", "999 ns", "1.5 us", "12 us", "2.3 s", "59 s", "3 min 20 s"])
    #expect(Span.text(7_200_000_000_000) == "2 h")
    #expect(Span.text(90_000_000_000_000) == "1 d 1 h")
  }
}
