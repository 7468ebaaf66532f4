import Dispatch
import Foundation
import Gridlock
import GridlockAnalysis
import GridlockPlaying
import Testing

/// Explorations that fail leave threads behind: each runs in a process of its own.
@Suite struct ExplorationTests {
  @Test(arguments: Strategy.allCases)
  func `two locks taken crosswise are found by every strategy`(strategy: Strategy) async {
    await #expect(processExitsWith: .success) { [strategy] in
      let failure = try #require(try Bodies.explore(strategy.value, Bodies.crosswise).failure)
      #expect(failure.findings.map(\.kind) == [.cycle])
      #expect(failure.findings.map(\.certainty) == [.certain])
      #expect(failure.schedule == "0*2,1*2,2*2" || failure.schedule == "0*2,2*2,1*2")
      #expect(failure.schedulesTried < 100)
      #expect(failure.scenario?.contains("hang: all") == true)
    }
  }

  @Test func `what a schedule that passed foretells is confirmed on the body`() async {
    await #expect(processExitsWith: .success) {
      // Random schedules alone do not meet it in so many.
      #expect(try Bodies.explore(.random(schedules: 3), Bodies.rareCrosswise).failure == nil)
      let failure = try #require(
        try Bodies.explore(.predicted(schedules: 3), Bodies.rareCrosswise).failure)
      #expect(failure.findings.map(\.kind) == [.cycle])
      // What the model foretells and the body does not do is no failure.
      #expect(try Bodies.explore(.predicted(schedules: 3), Bodies.branching).failure == nil)
    }
  }

  @Test func `a trap tells the schedule it came under`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try Bodies.explore(.mixed()) { run in
        run.thread("one") { run.yield() }
        run.thread("two") { fatalError("a trap") }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("Gridlock: the schedule that ran") }
    let form = /.*GRIDLOCK_SCHEDULE='Here\.swift:1@[0-2](,[0-2])*'/
    #expect(line?.wholeMatch(of: form) != nil, "\(text)")
  }

  @Test func `a printed schedule fails the same way a hundred times`() async {
    await #expect(processExitsWith: .success) {
      let first = try #require(try Bodies.explore(.mixed(), Bodies.crosswise).failure)
      for _ in 0..<100 {
        let again = try #require(
          try Bodies.explore(.replay(first.schedule), Bodies.crosswise).failure)
        #expect(again.schedule == first.schedule && again.reason == first.reason)
        #expect(again.findings.map(\.kind) == first.findings.map(\.kind))
      }
    }
  }

  @Test func `the story tells each step with its place`() async {
    await #expect(processExitsWith: .success) {
      let failure = try #require(
        try Bodies.explore(.replay("0*2,1*2,2*2"), Bodies.crosswise).failure)
      let story = failure.description.split(separator: "\n").prefix(12).joined(separator: "\n")
      #expect(
        story == """
          Gridlock: schedule 1 failed: "body", "one", "two" can't go on
            replay it: GRIDLOCK_SCHEDULE='Here.swift:1@0*2,1*2,2*2'   or   .replay("0*2,1*2,2*2")
          Schedule, step by step:
               1  "body" begins
               2  "body" starts "one"  (Bodies.swift:21)
               3  "body" starts "two"  (Bodies.swift:27)
               4  "one" begins
               5  "one" lock() on "left"  (Bodies.swift:22)
               6  "two" begins
               7  "two" lock() on "right"  (Bodies.swift:28)
                  "body" is left before waits for all threads
                  "one" is left before lock() on "right"  (Bodies.swift:23)
          """)
    }
  }

  @Test func `handing back and forth has no schedule that fails`() throws {
    let random = try Bodies.explore(.mixed(), Bodies.pingPong)
    #expect(random.failure == nil && random.schedules == 1000)
    let all = try Bodies.explore(.exhaustive(preemptions: nil), Bodies.pingPong)
    #expect(all.failure == nil && all.isComplete)
  }

  @Test func `a wait for a value with the lock that its setter needs is found`() async {
    await #expect(processExitsWith: .success) {
      let failure = try #require(try Bodies.explore(.mixed(), Bodies.nestedMonitor).failure)
      #expect(failure.findings.map(\.kind) == [.nestedMonitor])
    }
  }

  @Test func `a signal that nobody waits for is found lost`() async {
    await #expect(processExitsWith: .success) {
      let failure = try #require(try Bodies.explore(.mixed(), Bodies.lostSignal).failure)
      #expect(failure.findings.map(\.kind) == [.lostWakeup])
    }
  }

  @Test func `limits pass and do not pass without real time`() throws {
    let outcomes = Outcomes()
    let outcome = try Bodies.explore(.exhaustive(preemptions: nil)) { run in
      let lock = ConditionLock(condition: 0)
      run.thread("setter") { lock.unlock(withCondition: 1) }
      let got = lock.lock(whenCondition: 1, before: .init(timeIntervalSinceNow: 3600))
      if got { lock.unlock() }
      outcomes.add(got ? "got" : run.now >= .seconds(3599) ? "gave up" : "too early")
    }
    #expect(outcome.failure == nil && outcome.isComplete)
    #expect(outcomes.seen == ["got", "gave up"])
  }

  @Test func `virtual sleep takes no time`() throws {
    let start = ContinuousClock.now
    let outcome = try Bodies.explore(.random(schedules: 10)) { run in
      run.thread("sleeper") { run.sleep(for: .seconds(100)) }
      run.sleep(for: .seconds(200))
      #expect(run.now >= .seconds(200))
    }
    #expect(outcome.failure == nil)
    #expect(ContinuousClock.now - start < .seconds(1000))
  }

  @Test func `what a thread throws fails the exploration, and the shortest schedule is told`()
    throws
  {
    let failure = try #require(try Bodies.explore(.mixed(), Bodies.unguardedCheck).failure)
    #expect(
      failure.reason == "\"two\" threw taken twice" || failure.reason == "\"one\" threw taken twice"
    )
    #expect(failure.abandonedThreads == 0)
    // One switch inside the gap is enough.
    #expect(failure.schedule.split(separator: ",").count <= 5)
  }

  @Test func `a body that polls is let go on, and one that never ends is not called a deadlock`()
    async
  {
    await #expect(processExitsWith: .success) {
      let polling = try Bodies.explore(.mixed(schedules: 200)) { run in
        let lock = ConditionLock(condition: 0)
        run.thread("setter") { lock.unlock(withCondition: 1) }
        while lock.condition != 1 {}
      }
      #expect(polling.failure == nil)
      let endless = try Bodies.explore(.mixed(schedules: 5)) { run in
        let lock = ConditionLock(condition: 0)
        while lock.condition != 1 { run.yield() }
      }
      #expect(endless.failure?.reason == "the schedule did not end in 10000 steps")
      #expect(endless.failure?.findings == [])
    }
  }

  @Test func `a thread stuck outside is named as such`() async {
    await #expect(processExitsWith: .success) {
      var options = RunExplorer.Options(strategy: .mixed(), site: "Here.swift:1")
      options.patience = 0.2
      let outcome = try RunExplorer(options) { run in
        let semaphore = Bodies.outsideSemaphore()
        run.thread("outsider") { semaphore.wait() }
      }.explore()
      let reason = try #require(outcome.failure?.reason)
      #expect(reason.hasPrefix("\"outsider\" (thread "))
      #expect(reason.hasSuffix("this is not called a deadlock"))
    }
  }

  @Test func `a thread that comes back from outside does not go on in a run that was judged`() async
  {
    await #expect(processExitsWith: .success) {
      let outside = DispatchSemaphore(value: 0)
      let back = DispatchSemaphore(value: 0)
      let gone = DispatchSemaphore(value: 0)
      var options = RunExplorer.Options(strategy: .mixed(), site: "Here.swift:1")
      options.patience = 0.2
      let outcome = try RunExplorer(options) { run in
        run.thread("outsider") {
          outside.wait()
          back.signal()
          run.yield()
          gone.signal()
        }
      }.explore()
      #expect(outcome.failure != nil)
      outside.signal()
      back.wait()
      #expect(gone.wait(timeout: .now() + 0.2) == .timedOut)
    }
  }

  @Test func `a body that changes from run to run is said to`() async {
    await #expect(processExitsWith: .success) {
      let count = Outcomes()
      let failure = try #require(
        try Bodies.explore(.mixed()) { run in
          count.add("\(count.seen.count)")
          for _ in 0..<count.seen.count { run.yield() }
          Bodies.crosswise(run)
        }.failure)
      #expect(failure.description.contains("does not depend on its locks alone"))
    }
  }

  @Test(arguments: ["", "x", "0*0", "-1", "64", "0*9999999999", "0~-1", "0**2"])
  func `a text that is no schedule is refused`(text: String) {
    #expect(throws: ScheduleProblem.self) {
      try Bodies.explore(.replay(text), Bodies.pingPong)
    }
  }

  @Test func `a schedule that can't be followed says where`() async {
    await #expect(processExitsWith: .success) {
      let failure = try Bodies.explore(.replay("0,7"), Bodies.pingPong).failure
      #expect(
        failure?.reason == "the schedule can't be followed: at step 3 its thread can't go")
    }
  }

  @Test func `what a thread still holds at its end is a finding`() async {
    await #expect(processExitsWith: .success) {
      let failure = try #require(
        try Bodies.explore(.mixed()) { run in
          let lock = ConditionLock(condition: 0, name: "kept")
          run.thread("keeper") { lock.lock() }
        }.failure)
      #expect(failure.findings.map(\.kind) == [.exitHolding])
    }
  }
}
