import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Timeline")
struct TimelineTests {
  /// A story with one lock and two threads, told by events alone; times are milliseconds before now.
  private func spans(
    _ kind: LockKind, _ events: [(Event.Kind, GridlockEvents.Operation, UInt32, Double)],
    isCreated: Bool = false
  ) -> [String] {
    var story = Story()
    story.thread(1, "a")
    story.thread(2, "b")
    let lock = story.lock(1, "l", kind: kind)
    if isCreated {
      story.event(
        .created, .create, lock,
        Mark(thread: ThreadID(index: 1, generation: 1), time: story.time(1)))
    }
    for (event, operation, thread, ago) in events {
      story.event(
        event, operation, lock,
        Mark(thread: ThreadID(index: thread, generation: 1), time: story.time(ago / 1000)))
    }
    let report = story.report()
    return Timeline(report).spans.map { span in
      let name = report.state.threads[span.thread]!.name
      func ago(_ time: UInt64) -> String { "\((story.state.time - time) / 1_000_000)" }
      let start = (span.isStartKnown ? "" : "?") + ago(span.start)
      let end = span.end.map { (span.isEndKnown ? "" : "?") + ago($0) } ?? "now"
      return "\(name) \(span.kind) \(start)...\(end)" + (span.isTimeOut ? " timed out" : "")
    }
  }

  @Test("a wait ends where its hold begins")
  func waitAndHold() {
    #expect(
      spans(
        .mutex,
        [
          (.acquired, .lock, 1, 90), (.waiting, .lock, 2, 80), (.released, .unlock, 1, 70),
          (.acquired, .lock, 2, 69), (.released, .unlock, 2, 50),
        ]) == ["a hold 90...70", "b wait 80...69", "b hold 69...50"])
  }

  @Test("a release whose acquisition was forgotten is a hold of unknown beginning")
  func evicted() {
    #expect(
      spans(.mutex, [(.waiting, .lock, 2, 80), (.released, .unlock, 1, 70)]) == [
        "a hold ?80...70", "b wait 80...?70",
      ])
  }

  @Test("a release of a lock that was never taken is no hold")
  func neverTaken() {
    #expect(spans(.mutex, [(.released, .unlock, 1, 70)], isCreated: true).isEmpty)
  }

  @Test("a recursive lock is held until the last release")
  func recursive() {
    #expect(
      spans(
        .recursive,
        [
          (.acquired, .lock, 1, 90), (.acquired, .lock, 1, 80), (.released, .unlock, 1, 70),
          (.released, .unlock, 1, 60),
        ]) == ["a hold 90...60"])
  }

  @Test("a release by another thread ends the hold")
  func foreign() {
    #expect(
      spans(.condition, [(.acquired, .lock, 1, 90), (.released, .unlockWith, 2, 70)]) == [
        "a hold 90...70"
      ])
  }

  @Test("a monitor's lock is given up while it is waited on and had again after")
  func monitor() {
    #expect(
      spans(
        .monitor,
        [
          (.acquired, .lock, 1, 90), (.released, .waitUntil, 1, 80), (.waiting, .waitUntil, 1, 80),
          (.timedOut, .waitUntil, 1, 60), (.released, .unlock, 1, 50),
        ]) == ["a hold 90...80", "a wait 80...60 timed out", "a hold 60...50"])
  }

  @Test("a semaphore is waited for and never held")
  func semaphore() {
    #expect(
      spans(
        .semaphore,
        [
          (.waiting, .semaphoreWait, 1, 90), (.signalled, .semaphoreSignal, 2, 80),
          (.acquired, .semaphoreWait, 1, 79),
        ]) == ["a wait 90...79"])
  }

  @Test("a hold that lost its release ends, at an unknown time, where the next begins")
  func lostRelease() {
    #expect(
      spans(
        .mutex,
        [(.acquired, .lock, 1, 90), (.acquired, .lock, 2, 60), (.released, .unlock, 2, 50)]) == [
          "a hold 90...?60", "b hold 60...50",
        ])
  }

  @Test("a hand-over leads from a release to the acquisition that had waited for it")
  func handover() {
    let (story, _) = Stories.handover()
    let timeline = Timeline(story.report())
    let found = timeline.handovers.map { [$0.from.index, $0.to.index] }
    #expect(found == [[2, 3]])
    #expect(timeline.changes.map(\.value) == [1, 0, 1])
  }
}
