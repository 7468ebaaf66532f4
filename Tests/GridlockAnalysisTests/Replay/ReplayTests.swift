import GridlockEvents
import Testing

@testable import GridlockAnalysis

@Suite("Replay of events")
struct ReplayTests {
  private func replayed(_ text: String, kinds: [String] = []) -> Replay {
    var replay = Replay()
    for name in kinds { replay.declare(Script.state(name)) }
    for event in Script(text).events { replay.apply(event) }
    return replay
  }

  private func lock(_ name: String, in replay: Replay) throws -> LockState {
    try #require(replay.state.locks[Script.lock(name)])
  }

  private func thread(_ number: Int, in replay: Replay) throws -> ThreadState {
    try #require(replay.state.threads[Script.thread(number)])
  }

  @Test("Owners, holds in order and values follow the events")
  func owners() throws {
    let replay = replayed(
      "init L1(0) L2(3); T1 lock L1; T1 lock L2; T2 lockWhen L1 1; T1 unlockWith L1 1")
    #expect(try lock("L1", in: replay).owner == Script.thread(2))
    #expect(try lock("L1", in: replay).value == 1)
    #expect(try lock("L2", in: replay).initialValue == 3)
    #expect(try thread(1, in: replay).holds.map(\.lock) == [Script.lock("L2")])
    #expect(try thread(2, in: replay).holds.map(\.operation) == [.lockWhen])
    #expect(try thread(2, in: replay).wait == nil)
    #expect(replay.contradictions == 0)
  }

  @Test("A value's record tells who set it, who left it, and whether it was consumed")
  func values() throws {
    let replay = replayed(
      """
      init L1(0); T1 lock L1; T1 unlockWith L1 1; T2 lockWhen L1 1; T2 unlockWith L1 2
      T3 lock L1; T3 unlockWith L1 3; T4 lockWhen L1 9
      """)
    let values = try lock("L1", in: replay).values
    let one = try #require(values[1])
    #expect(one.timesSet == 1 && one.setters == [Script.thread(1)])
    #expect(one.lastSet?.tag == Script.tag(1, 2))
    #expect(one.lastLeft?.tag == Script.tag(2, 2))
    #expect(one.lastLeftConsumed && one.replacement == 2 && one.timesWanted == 1)
    let two = try #require(values[2])
    #expect(!two.lastLeftConsumed && two.replacement == 3)
    #expect(values[0]?.timesSet == 0 && values[0]?.lastLeft != nil)
    #expect(values[9]?.timesWanted == 1 && values[9]?.timesSet == 0)
  }

  @Test("The last release tells the form it was taken by and whether it kept the value")
  func lastRelease() throws {
    let replay = replayed("init L1(2); T2 lockWhen L1 2; T2 unlock L1")
    let release = try #require(try lock("L1", in: replay).lastRelease)
    #expect(release.keptValue && release.acquiredBy == .lockWhen)
    #expect(release.before == 2 && release.after == 2)
    let started = replayed("init L1(0); T1 unlockWith L1 1")
    #expect(try lock("L1", in: started).lastRelease?.acquiredBy == Operation.none)
    #expect(try lock("L1", in: started).values[1]?.setters == [Script.thread(1)])
  }

  @Test("More values than can be kept are admitted to")
  func manyValues() throws {
    let sets = (1...200).map { "T1 lock L1; T1 unlockWith L1 \($0)" }.joined(separator: "; ")
    let replay = replayed("init L1(0); \(sets)")
    #expect(try lock("L1", in: replay).hasUnknownValues)
    #expect(try lock("L1", in: replay).values.count == Replay.keptValues)
    #expect(try lock("L1", in: replay).value == 200)
  }

  @Test("A setter seen in a task, or one too many, is not all")
  func unknownSetters() throws {
    let sets = (1...9).map { "T\($0) lock L1; T\($0) unlockWith L1 1" }.joined(separator: "; ")
    let replay = replayed("init L1(0); \(sets)")
    #expect(try lock("L1", in: replay).values[1]?.hasUnknownSetters == true)
    var other = Replay()
    for var event in Script("init L1(0); T1 lock L1; T1 unlockWith L1 1").events {
      event.task = 7
      other.apply(event)
    }
    #expect(try lock("L1", in: other).values[1]?.hasUnknownSetters == true)
  }

  @Test("A monitor's wait gives the lock up and takes it again")
  func monitor() throws {
    let waiting = replayed("T1 lock C1; T1 wait C1", kinds: ["C1"])
    #expect(try lock("C1", in: waiting).owner == nil)
    #expect(try thread(1, in: waiting).wait?.target == .signal(Script.lock("C1")))
    #expect(try thread(1, in: waiting).holds.isEmpty)
    let woken = replayed(
      "T1 lock C1; T1 wait C1; T2 lock C1; T2 signal C1; T2 unlock C1", kinds: ["C1"])
    #expect(try lock("C1", in: woken).owner == Script.thread(1))
    #expect(try thread(1, in: woken).wait == nil)
    #expect(try lock("C1", in: woken).idleSignals.isEmpty)
    #expect(try lock("C1", in: woken).lastSignal?.tag == Script.tag(2, 2))
  }

  @Test("Signals that wake nobody are kept, at most a handful")
  func idleSignals() throws {
    let replay = replayed("repeat 20 T1 signal C1")
    #expect(try lock("C1", in: replay).kind == .monitor)
    #expect(try lock("C1", in: replay).idleSignals.count == Replay.handful)
    #expect(try lock("C1", in: replay).idleSignals.last?.tag == Script.tag(1, 20))
  }

  @Test("A semaphore counts and is never held")
  func semaphore() throws {
    let replay = replayed(
      "init S1(1); T1 semWait S1; T1 semWait S1; T2 semSignal S1; T2 semSignal S1")
    #expect(try lock("S1", in: replay).value == 1)
    #expect(try thread(1, in: replay).holds.isEmpty)
    #expect(try lock("S1", in: replay).values[0]?.setters == [Script.thread(2)])
  }

  @Test("A recursive lock is free after as many releases as takings")
  func recursive() throws {
    let text = "T1 lock R1; T1 lock R1; T1 unlock R1"
    for kinds in [["R1"], []] {
      #expect(try lock("R1", in: replayed(text, kinds: kinds)).owner == Script.thread(1))
      #expect(try lock("R1", in: replayed(text + "; T1 unlock R1", kinds: kinds)).owner == nil)
    }
  }

  @Test("A join waits for a thread's end; the end keeps what was held")
  func ends() throws {
    let waiting = replayed("T0 spawn T1; T1 lock L1; T0 join T1")
    #expect(try thread(0, in: waiting).wait?.target == .end(of: Script.thread(1)))
    let ended = replayed("T0 spawn T1; T1 lock L1; T0 join T1; T1 exit")
    #expect(try thread(0, in: ended).wait == nil)
    #expect(try !thread(1, in: ended).isAlive)
    #expect(try thread(1, in: ended).endTime != nil)
    #expect(try lock("L1", in: ended).owner == Script.thread(1))
  }

  @Test("Time-outs in a row at one place count until something is released")
  func timeOuts() throws {
    var replay = Replay()
    let lock = Script.lock("L1")
    func apply(_ kind: Event.Kind, at time: UInt64, thread: Int = 1, _ operation: Operation) {
      replay.apply(
        Event(
          kind: kind, operation: operation, time: time, thread: Script.thread(thread), lock: lock,
          wanted: operation == .lockWhenBefore ? 1 : nil, tag: Script.tag(thread, 1),
          deadline: operation == .lockWhenBefore ? time + 5 : nil))
    }
    for round in UInt64(1)...3 {
      apply(.waiting, at: round * 10, .lockWhenBefore)
      apply(.timedOut, at: round * 10 + 5, .lockWhenBefore)
    }
    apply(.waiting, at: 40, .lockWhenBefore)
    let wait = try #require(try thread(1, in: replay).wait)
    #expect(wait.timeoutsInRow == 3 && wait.firstAttempt == 10)
    apply(.timedOut, at: 45, .lockWhenBefore)
    apply(.acquired, at: 46, thread: 2, .lock)
    apply(.released, at: 47, thread: 2, .unlock)
    apply(.waiting, at: 50, .lockWhenBefore)
    #expect(try thread(1, in: replay).wait?.timeoutsInRow == 0)
  }

  @Test("A limit over a day is no limit")
  func farLimit() throws {
    var replay = Replay()
    let event = Event(
      kind: .waiting, operation: .lockBefore, time: 1, thread: Script.thread(1),
      lock: Script.lock("L1"), deadline: .max)
    replay.apply(event)
    #expect(try thread(1, in: replay).wait?.deadline == nil)
  }

  @Test("A foreign release marks all locks of the same creation site as handed over")
  func handedOver() throws {
    var replay = Replay()
    replay.declare(Script.state("L1", site: 4))
    replay.declare(Script.state("L2", site: 4))
    for event in Script("T1 lock L1; T2 unlock L1").events { replay.apply(event) }
    replay.declare(Script.state("L3", site: 4))
    for name in ["L1", "L2", "L3"] { #expect(try lock(name, in: replay).isHandedOver) }
    let free = replayed("T2 unlockWith L1 1")
    #expect(try !lock("L1", in: free).isHandedOver)
  }

  // MARK: - Missing events

  private func replay(_ text: String, without indices: Set<Int>) -> (Replay, [Observation]) {
    var replay = Replay()
    var shown: [Observation] = []
    for (index, event) in Script(text).events.enumerated() where !indices.contains(index) {
      replay.apply(event)
      shown += replay.shown
    }
    return (replay, shown)
  }

  @Test("A missing release is noticed by the next owner, and accuses nobody")
  func lostRelease() throws {
    // created, acquired, (released), acquired, released, acquired
    let (replay, shown) = replay(
      "init L1(0); T1 lock L1; T1 unlockWith L1 4; T2 lock L1; T2 unlock L1; T1 lock L1",
      without: [2])
    #expect(try lock("L1", in: replay).owner == Script.thread(1))
    #expect(try lock("L1", in: replay).value == 4)
    #expect(try lock("L1", in: replay).values[4]?.hasUnknownSetters == true)
    #expect(replay.contradictions > 0)
    #expect(!shown.contains { if case .foreignRelease = $0 { true } else { false } })
  }

  @Test("A missing acquisition after a wait accuses nobody of a foreign release")
  func lostAcquisition() throws {
    // created, acquired, waiting, released, (acquired), released
    let (replay, shown) = replay(
      "init L1(0); T1 lock L1; T2 lock L1; T1 unlock L1; T2 unlock L1; T1 lock L1", without: [4])
    #expect(try lock("L1", in: replay).owner == Script.thread(1))
    #expect(try thread(2, in: replay).wait == nil)
    #expect(!shown.contains { if case .foreignRelease = $0 { true } else { false } })
  }

  @Test("A release that comes late is ignored")
  func lateRelease() throws {
    var events = Script("init L1(0); T1 lock L1; T1 unlock L1; T2 lock L1").events
    events.swapAt(2, 3)
    var replay = Replay()
    var shown: [Observation] = []
    for event in events {
      replay.apply(event)
      shown += replay.shown
    }
    #expect(try lock("L1", in: replay).owner == Script.thread(2))
    #expect(try thread(1, in: replay).holds.isEmpty)
    #expect(!shown.contains { if case .foreignRelease = $0 { true } else { false } })
  }

  @Test("Any subset of events, in any order, leaves one owner for each hold")
  func anySubset() {
    let text = """
      init L1(0) S1(0); T0 spawn T1; T1 lock L1; T1 lock L2; T2 lockWhen L1 1; T1 unlockWith L1 1
      T3 lock C1; T3 wait C1; T2 unlock L1; T2 lock C1; T2 signal C1; T2 unlock C1; T3 unlock C1
      T1 unlock L2; T4 lock R1; T4 lock R1; T4 unlock R1; T4 unlock R1; T5 semWait S1
      T2 semSignal S1; T6 lockWhenBefore L1 9; T6 timeOut; T5 read L1; T5 tryWhen L1 5
      T1 unlock L1; T4 unlockWith L1 3; T1 exit; T0 join T1; T2 destroy L2; T3 exit
      """
    let events = Script(text).events
    var random = SplitMix(seed: 7)
    for round in 0..<2000 {
      var analyzer = Analyzer()
      var chosen = events.filter { _ in random.next() % 4 != 0 }
      if round % 2 == 0 { chosen.shuffle(using: &random) }
      for event in chosen { analyzer.apply(event) }
      let state = analyzer.state
      for thread in state.threads.values {
        for hold in thread.holds { #expect(state.locks[hold.lock]?.owner == thread.id) }
        #expect(Set(thread.holds.map(\.lock)).count == thread.holds.count)
      }
      for lock in state.locks.values {
        guard let owner = lock.owner else { continue }
        #expect(state.threads[owner]?.holds.contains { $0.lock == lock.id } == true)
      }
    }
  }
}
