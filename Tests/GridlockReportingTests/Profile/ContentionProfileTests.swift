import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Contention profile")
struct ContentionProfileTests {
  /// A taker waits while two others hold the queue in turn, and then for its value; a worker waits
  /// for a count; two wait to the end: for a lock that is held, and for a signal.
  private static func story() -> Story {
    var story = Story()
    let main = story.thread(1, kind: .main)
    let logger = story.thread(2, "logger")
    let taker = story.thread(3, "taker")
    let worker = story.thread(4, "worker")
    let queue = story.lock(1, "queue", kind: .condition, value: 1, names: [1: "full"])
    let slots = story.lock(2, "slots", kind: .semaphore)
    let gate = story.lock(3, "gate;lid")
    let bell = story.lock(4, "bell", kind: .monitor)
    let flush = story.mark(main, ago: 5, "flush() Queue.swift:31")
    let wantsLog = story.mark(logger, ago: 3.5, "log() Queue.swift:40")
    let wantsFull = story.mark(taker, ago: 4, "take() Queue.swift:18")
    story.event(.acquired, .lock, queue, flush)
    story.event(.waiting, .lockWhen, queue, wantsFull, wanted: 1)
    story.event(.waiting, .lock, queue, wantsLog)
    story.event(.released, .unlock, queue, Mark(thread: main, time: story.time(3)))
    story.event(
      .acquired, .lock, queue, Mark(thread: logger, time: story.time(3), stack: wantsLog.stack))
    story.event(.released, .unlock, queue, Mark(thread: logger, time: story.time(2.5)))
    story.event(.released, .unlockWith, queue, Mark(thread: main, time: story.time(2)), 0, 1)
    story.event(
      .acquired, .lockWhen, queue,
      Mark(thread: taker, time: story.time(2), stack: wantsFull.stack), wanted: 1, 1, 1)
    story.event(.released, .unlock, queue, Mark(thread: taker, time: story.time(1.9)), 1, 1)
    let counts = story.mark(worker, ago: 2, "work() Pool.swift:7")
    story.event(.waiting, .semaphoreWait, slots, counts)
    story.event(
      .acquired, .semaphoreWait, slots, Mark(thread: worker, time: story.time(1)), 1, 0)
    let opens = story.mark(main, ago: 1, "open() Gate.swift:3")
    let enters = story.mark(logger, ago: 0.75, "enter() Gate.swift:9")
    let hears = story.mark(taker, ago: 0.25, "hear() Bell.swift:5")
    story.event(.acquired, .lock, gate, opens)
    story.event(.waiting, .lock, gate, enters)
    story.event(.waiting, .wait, bell, hears)
    story.hold(gate, opens)
    story.wait(gate, enters)
    story.wait(bell, hears, .wait)
    return story
  }

  private static func profile(of story: Story, losses: Losses = Losses()) -> ContentionProfile {
    let report = story.report(losses: losses)
    let events = story.histories.values.joined().sorted { $0.time < $1.time }
    return ContentionProfile(report, events: events) { report.stacks[$0] ?? [] }
  }

  private static func text(
    _ profile: ContentionProfile, by grouping: ContentionProfile.Grouping, _ format: ProfileFormat
  ) -> String {
    String(
      decoding: format.render(profile, by: grouping, options: TextOptions(directory: "/src")),
      as: UTF8.self)
  }

  @Test("time belongs to those who held the lock in turn, and without a holder to the waiter")
  func byHolder() {
    let profile = Self.profile(of: Self.story(), losses: Losses(events: 40))
    #expect(
      Self.text(profile, by: .holder, .text) == """
        Gridlock's contention profile of Bank (process 4700)
        3 threads were blocked for 4.5 s in all, in 5 waits, over 5.0 s

        1.5 s (33 %), 2 waits: condition lock "queue" was held, taken
          at flush() (Queue.swift:31:7)

        1.0 s (22 %), 1 wait: waiting for the count of semaphore "slots"
          at work() (Pool.swift:7:7)

        750 ms (17 %), 1 wait: lock "gate;lid" was held, taken
          at open() (Gate.swift:3:7)

        500 ms (11 %), 0 waits: condition lock "queue" was held, taken
          at log() (Queue.swift:40:7)

        500 ms (11 %), 0 waits: waiting for condition lock "queue" to become 1 (full)
          at take() (Queue.swift:18:7)

        250 ms (6 %), 1 wait: waiting for a signal on condition "bell"
          at hear() (Bell.swift:5:7)

        Not all was kept: 40 events were lost. Times and counts are of what was.

        """)
  }

  @Test("by lock, what each lock cost stands over what made it so")
  func byLock() {
    #expect(
      Self.text(Self.profile(of: Self.story()), by: .lock, .text) == """
        Gridlock's contention profile of Bank (process 4700)
        3 threads were blocked for 4.5 s in all, in 5 waits, over 5.0 s

        2.5 s (56 %), 2 waits: condition lock "queue"
          1.5 s (33 %), 2 waits: it was held, taken
            at flush() (Queue.swift:31:7)
          500 ms (11 %), 0 waits: it was held, taken
            at log() (Queue.swift:40:7)
          500 ms (11 %), 0 waits: waiting for it to become 1 (full)
            at take() (Queue.swift:18:7)

        1.0 s (22 %), 1 wait: semaphore "slots"
          1.0 s (22 %), 1 wait: waiting for the count of it
            at work() (Pool.swift:7:7)

        750 ms (17 %), 1 wait: lock "gate;lid"
          750 ms (17 %), 1 wait: it was held, taken
            at open() (Gate.swift:3:7)

        250 ms (6 %), 1 wait: condition "bell"
          250 ms (6 %), 1 wait: waiting for a signal on it
            at hear() (Bell.swift:5:7)

        """)
  }

  @Test("folded stacks are a line each, and no name has the separator in it")
  func folded() {
    let profile = Self.profile(of: Self.story())
    #expect(
      Self.text(profile, by: .holder, .folded) == """
        flush() (Queue.swift:31);"queue" was held 1500000000
        work() (Pool.swift:7);waiting for the count of "slots" 1000000000
        open() (Gate.swift:3);"gate,lid" was held 750000000
        log() (Queue.swift:40);"queue" was held 500000000
        take() (Queue.swift:18);waiting for "queue" to become 1 (full) 500000000
        hear() (Bell.swift:5);waiting for a signal on "bell" 250000000

        """)
    #expect(
      Self.text(profile, by: .lock, .folded).split(separator: "\n").first
        == #"condition lock "queue";flush() (Queue.swift:31);"queue" was held 1500000000"#)
  }

  @Test("a pprof message has the same, with functions, lines and the lock as a label")
  func pprof() throws {
    let profile = Self.profile(of: Self.story(), losses: Losses(events: 40))
    let told = try PprofReader(ProfileFormat.pprof.render(profile, by: .lock)).told
    #expect(
      told == """
        types: contentions/count, delay/nanoseconds; shows delay; period 1 contentions/count
        from 1700000094 s for 5000000000 ns
        comment: 40 events were lost
        [2, 1500000000] lock=condition lock "queue"
          "queue" was held
          flush() /src/Queue.swift:31
          condition lock "queue"
        [1, 1000000000] lock=semaphore "slots"
          waiting for the count of "slots"
          work() /src/Pool.swift:7
          semaphore "slots"
        [1, 750000000] lock=lock "gate;lid"
          "gate;lid" was held
          open() /src/Gate.swift:3
          lock "gate;lid"
        [0, 500000000] lock=condition lock "queue"
          "queue" was held
          log() /src/Queue.swift:40
          condition lock "queue"
        [0, 500000000] lock=condition lock "queue"
          waiting for "queue" to become 1 (full)
          take() /src/Queue.swift:18
          condition lock "queue"
        [1, 250000000] lock=condition "bell"
          waiting for a signal on "bell"
          hear() /src/Bell.swift:5
          condition "bell"

        """)
  }

  @Test("a hold whose beginning was overwritten has time and no stack")
  func unknownHolder() {
    var story = Story()
    let one = story.thread(1, "one")
    let two = story.thread(2, "two")
    let lock = story.lock(1, "l")
    let waits = story.mark(two, ago: 2, "wait() A.swift:1")
    story.event(.waiting, .lock, lock, waits)
    story.event(
      .released, .unlock, lock,
      Mark(thread: one, time: story.time(1), stack: story.stack("let() A.swift:2")))
    story.event(
      .acquired, .lock, lock, Mark(thread: two, time: story.time(0.5), stack: waits.stack))
    #expect(
      Self.text(Self.profile(of: story), by: .holder, .folded) == """
        "l" was held since before what was kept 1000000000
        wait() (A.swift:1);"l" was free, the waiter on its way 500000000

        """)
  }

  @Test("a run without waits says so, and without stacks tells tags or that there are none")
  func bare() {
    let story = Self.tagged(waits: false)
    #expect(
      Self.text(Self.profile(of: story), by: .holder, .text) == """
        Gridlock's contention profile of Bank (process 4700)
        No thread was blocked on a lock.

        """)
    #expect(Self.text(Self.profile(of: story), by: .lock, .folded) == "")
    let other = Self.tagged(waits: true)
    #expect(
      Self.text(Self.profile(of: other), by: .holder, .folded) == """
        T0.1;"l" was held 1000000000
        no stack was kept;"l" was free, the waiter on its way 1000000000

        """)
  }

  private static func tagged(waits: Bool) -> Story {
    var story = Story()
    let one = story.thread(1, "one")
    let two = story.thread(2, "two")
    let lock = story.lock(1, "l")
    story.event(
      .acquired, .lock, lock,
      Mark(thread: one, time: story.time(4), tag: SiteTag(body: 0, operation: 1)))
    if waits { story.event(.waiting, .lock, lock, Mark(thread: two, time: story.time(3))) }
    story.event(.released, .unlock, lock, Mark(thread: one, time: story.time(2)))
    if waits { story.event(.acquired, .lock, lock, Mark(thread: two, time: story.time(1))) }
    return story
  }

  @Test("divided at random, the times of all entries are the time that threads were blocked")
  func sum() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var story = Story()
      let lock = story.lock(1, "l", kind: .condition)
      let threads = (1...4).map { story.thread($0, "t\($0)") }
      var blocked: UInt64 = 0
      var clock: UInt64 = 1000
      var waiting: [ThreadID: UInt64] = [:]
      var owner: ThreadID?
      for _ in 0..<60 {
        clock += UInt64.random(in: 0...5, using: &generator)
        let thread = threads.randomElement(using: &generator)!
        let mark = Mark(thread: thread, time: clock)
        if owner == thread {
          story.event(.released, .unlock, lock, mark)
          owner = nil
        } else if let start = waiting[thread] {
          guard owner == nil else { continue }
          story.event(.acquired, .lock, lock, mark)
          blocked += clock - start
          waiting[thread] = nil
          owner = thread
        } else {
          story.event(.waiting, .lock, lock, mark, wanted: Bool.random() ? 1 : nil)
          waiting[thread] = clock
        }
      }
      story.state.time = clock
      for (thread, start) in waiting {
        blocked += clock - start
        story.wait(lock, Mark(thread: thread, time: start))
      }
      let events = story.histories.values.joined().sorted { $0.time < $1.time }
      let profile = ContentionProfile(story.report(), events: events) { _ in [] }
      #expect(profile.time == blocked)
    }
  }
}
