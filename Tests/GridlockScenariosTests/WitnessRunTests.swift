import GridlockAnalysis
import GridlockEvents
import GridlockScenarios
import Testing

@Suite("WitnessRun")
struct WitnessRunTests {
  /// An event in short: what, which operation, where.
  private func short(_ event: Event, in scenario: Scenario) -> String {
    let body = event.tag.body.map { scenario.bodies[$0].name } ?? "-"
    return "\(event.kind) \(event.operation) \(body).\(event.tag.operation)"
  }

  @Test("follows the orders, and hangs where they say", arguments: CaseFile.all)
  func files(_ file: CaseFile) throws {
    let scenario = try ScenarioParser.parse(file.text)
    guard let hang = scenario.hang else { return }
    let run = scenario.witnessEvents(after: Explorer(scenario).explore())
    // One of our own may force a run that goes well where another would hang.
    if !file.isOwn || hang != .some || scenario.order.isEmpty {
      #expect(run.schedule.hangs == (hang != .never))
    }
    #expect(run.followsOrder == !scenario.order.isEmpty)
    #expect(run.events.map(\.time) == run.events.map(\.time).sorted())
    for event in run.events where event.kind == .acquired || event.kind == .released {
      #expect(event.thread != .none && event.lock != .none && event.tag != .none)
    }
  }

  @Test("tells what locks would tell")
  func events() throws {
    let scenario = try ScenarioParser.parse(
      """
      init: L1(0), C1, S1(1)
      T0: spawn T1; join T1; semWait S1; semSignal S1; read L1 X; lock L1; lock L1
      T1: lock C1; waitUntil C1 10; unlock C1; tryWhen L1 2; lockWhenBefore L1 4 20; exit
      """.replacing("S1(1)", with: "S1(1), X=0"))
    let run = scenario.witnessEvents(after: nil)
    #expect(
      run.events.map { short($0, in: scenario) } == [
        "created create -.0", "created create -.0", "created create -.0",
        "threadStarted none T0.0", "spawned spawn T0.1", "threadStarted none T1.0",
        "acquired lock T1.1", "released waitUntil T1.2",
        "waiting waitUntil T1.2", "timedOut waitUntil T1.2", "acquired waitUntil T1.2",
        "released unlock T1.3", "timedOut tryLockWhen T1.4", "waiting lockWhenBefore T1.5",
        "timedOut lockWhenBefore T1.5", "threadEnded exit T1.0", "joined join T0.2",
        "acquired semaphoreWait T0.3", "signalled semaphoreSignal T0.4", "read read T0.5",
        "acquired lock T0.6", "waiting lock T0.7",
      ])
  }

  @Test("gives every run of a body its own thread, every new lock its own id")
  func generations() throws {
    let scenario = try ScenarioParser.parse(
      """
      init: L1(0)
      T0: repeat 2 { spawn T1; join T1; destroy L1; new L1(3) }
      T1: lock L1; unlock L1
      """)
    let run = scenario.witnessEvents()
    let started = run.events.filter { $0.kind == .threadStarted }.map(\.thread)
    #expect(Set(started).count == 3)
    #expect(Set(run.threads.map(\.id)) == Set(started))
    let made = run.events.filter { $0.kind == .created }
    #expect(Set(made.map(\.lock)).count == 3)
    #expect(made.map(\.after) == [0, 3, 3])
    let spawned = run.events.filter { $0.kind == .spawned }.map(\.other)
    #expect(spawned == Array(started.dropFirst()))
  }

  @Test("lets a suspended task go on in another thread", arguments: [1, 2])
  func suspension(_ width: Int) throws {
    let scenario = try ScenarioParser.parse(
      "init: P(\(width)), L1(0)\nA1: lock L1; await A2; unlock L1\nA2: work 1")
    let events = scenario.witnessEvents().events
    let taken = try #require(events.first { $0.kind == .acquired })
    let released = try #require(events.first { $0.kind == .released })
    #expect(taken.task == released.task && taken.task != 0)
    #expect((taken.thread == released.thread) == (width == 1))
  }

  @Test("random runs differ, and hang only where they may", arguments: CaseFile.all)
  func random(_ file: CaseFile) throws {
    let scenario = try ScenarioParser.parse(file.text)
    guard let hang = scenario.hang, !scenario.hasLongRepeats else { return }
    for seed in 1...20 {
      let run = scenario.randomRun(seed: UInt64(seed))
      #expect(!run.schedule.hangs || hang != .never)
      #expect(run.schedule.hangs || hang != .all)
    }
  }

  @Test("lets time pass where nothing hangs")
  func time() throws {
    let scenario = try ScenarioParser.parse(
      """
      init: L1(0)
      T0: lockBefore L1 100 { unlock L1 } else { lockBefore L1 9000 { unlock L1 } }
      T1: lock L1; work 800; unlock L1
      order: T1.1
      """)
    let run = scenario.witnessEvents()
    #expect(run.followsOrder && !run.schedule.hangs)
    let gaveUp = run.events.filter { $0.kind == .timedOut }
    #expect(gaveUp.count == 1)
    let first = run.events.first?.time ?? 0
    let last = run.events.last?.time ?? 0
    #expect((799_000_000...801_000_000).contains(last - first))
  }

  @Test("an order that can't be followed is said to be so")
  func impossible() throws {
    let scenario = try ScenarioParser.parse(
      "init: M1\nT1: lock M1; unlock M1\nT2: lock M1; unlock M1\norder: T1.1! T2.1")
    #expect(!scenario.witnessEvents().followsOrder)
  }

  @Test("a started operation may end while an order is forced")
  func started() throws {
    let scenario = try ScenarioParser.parse(
      """
      init: M1, M2
      T1: lock M1; unlock M1
      T2: lock M1; unlock M1
      T3: lock M1; unlock M1
      order: T1.1 T2.1! T1.2 T3.1! T2.2 T3.1
      """)
    #expect(scenario.witnessEvents().followsOrder)
  }

  @Test(
    "an expectation holds as the format says",
    arguments: [
      ("none", [], true),
      ("none", [("herd", Finding.Severity.note)], true),
      ("none", [("order", .warning)], false),
      ("none | order", [("order", .warning)], true),
      ("none | order", [("cycle", .error)], false),
      ("cycle | order", [("order", .warning)], true),
      ("cycle | order", [], false),
      ("cycle @ T1.2", [("cycle", .error)], true),
      ("cycle @ T1.1", [("cycle", .error)], false),
      ("drift @ T1.1 T1.2", [("cycle", .error)], true),
    ] as [(String, [(String, Finding.Severity)], Bool)])
  func expectation(_ text: String, _ found: [(String, Finding.Severity)], _ holds: Bool) throws {
    let scenario = try ScenarioParser.parse("T1: work 1; work 1; work 1\nexpect: \(text)")
    let found = found.map {
      ScenarioVerdict.Found(
        kind: $0.0, also: ["drift"], severity: $0.1,
        operations: [
          Scenario.OperationReference(body: 0, operation: 2),
          Scenario.OperationReference(body: 0, operation: 3),
        ])
    }
    #expect(scenario.expectation?.holds(for: found) == holds)
    let verdict = ScenarioVerdict(scenario, exploration: nil, found: found)
    #expect(verdict.expectation == (holds ? .holds : .fails))
    #expect(verdict.hang == .undecided)
  }
}
