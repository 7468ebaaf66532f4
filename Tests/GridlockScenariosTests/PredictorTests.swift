import GridlockAnalysis
import GridlockEvents
import GridlockScenarios
import Testing

@Suite("Predictor")
struct PredictorTests {
  private func passingRun(of scenario: Scenario, seeds: Range<UInt64> = 1..<60) -> RecordedRun? {
    for seed in seeds {
      let run = scenario.randomRun(seed: seed)
      if !run.schedule.hangs { return RecordedRun(run) }
    }
    return nil
  }

  @Test(
    "foresees from a run that passed what another schedule does",
    arguments: [
      (
        "cycle",
        """
        init: M1, M2
        T1: lock M1; lock M2; unlock M2; unlock M1
        T2: lock M2; lock M1; unlock M1; unlock M2
        """
      ),
      (
        "nested-monitor",
        """
        init: L1(0), M1
        T1: lock M1; lockWhen L1 1; unlock L1; unlock M1
        T2: lock M1; unlock M1; unlockWith L1 1
        """
      ),
      (
        "drift",
        """
        init: L1(0)
        T1: lockWhen L1 1; unlock L1
        T2: unlockWith L1 1; lock L1; unlockWith L1 2
        """
      ),
      (
        "lost-wakeup",
        """
        init: C1
        T1: lock C1; wait C1; unlock C1
        T2: lock C1; signal C1; unlock C1
        """
      ),
    ])
  func foresees(kind: String, text: String) throws {
    let scenario = try ScenarioParser.parse(text)
    let run = try #require(passingRun(of: scenario))
    let outcome = Predictor().predict(run)
    let prediction = try #require(outcome.predictions.first)
    #expect(prediction.finding.kind.rawValue == kind)
    #expect(prediction.finding.occurrence == .predicted)
    #expect(prediction.finding.severity <= .warning && prediction.finding.certainty == .possible)
    #expect(prediction.assumptions.first == .branches)
    let blocked = prediction.steps.filter(\.isBlocked)
    #expect(!blocked.isEmpty)
    // The scenario says the same to whoever reads it, and its order leads into the hang.
    let written = try ScenarioParser.parse(prediction.scenario.description)
    #expect(Explorer(written).explore().verdict != .never)
    let replayed = written.witnessEvents()
    #expect(replayed.followsOrder && replayed.schedule.hangs)
  }

  @Test(
    "is silent where no schedule hangs",
    arguments: [
      // A gate above both orders.
      """
      init: M1, M2, M3
      T1: lock M3; lock M1; lock M2; unlock M2; unlock M1; unlock M3
      T2: lock M3; lock M2; lock M1; unlock M1; unlock M2; unlock M3
      """,
      // One order after the other's end.
      """
      init: M1, M2
      T0: spawn T1; join T1; lock M2; lock M1; unlock M1; unlock M2
      T1: lock M1; lock M2; unlock M2; unlock M1
      """,
      // Hand over hand.
      """
      init: M1, M2, M3
      T1: lock M1; lock M2; unlock M1; lock M3; unlock M2; unlock M3
      T2: lock M1; lock M2; unlock M1; lock M3; unlock M2; unlock M3
      """,
      // Handed from thread to thread by values.
      """
      init: L1(0), M1, M2
      T1: lockWhen L1 0; lock M1; lock M2; unlock M2; unlock M1; unlockWith L1 1
      T2: lockWhen L1 1; lock M2; lock M1; unlock M1; unlock M2; unlockWith L1 0
      """,
    ])
  func isSilent(text: String) throws {
    let run = try #require(passingRun(of: try ScenarioParser.parse(text)))
    let outcome = Predictor().predict(run)
    #expect(outcome.predictions.isEmpty && outcome.unsettled == 0 && outcome.unknowable == 0)
  }

  @Test(
    "takes values for counted up where they were, and says nothing where they follow no rule",
    arguments: [(2, true), (5, false)])
  func computedValues(second: Int, isKnown: Bool) throws {
    var run = try #require(
      passingRun(
        of: try ScenarioParser.parse(
          """
          init: L1(0)
          T1: lock L1; unlockWith L1 1; lock L1; unlockWith L1 \(second)
          T2: lockWhen L1 \(second); unlock L1
          """)))
    // Both of the releases at one place, as from a function that is called twice.
    for index in run.events.indices where run.events[index].operation == .unlockWith {
      run.events[index].stack = StackID(rawValue: 7)
    }
    #expect(Predictor().predict(run).unknowable == (isKnown ? 0 : 1))
  }

  @Test("of a thousand programs that passed, predicts only what the program itself can do")
  func agreesWithChecker() throws {
    var passed = 0
    var canHang = 0
    var predicted = 0
    var seed: UInt64 = 0
    while passed < 1000 {
      seed += 1
      let scenario = StraightProgram.scenario(seed: seed)
      guard let run = passingRun(of: scenario, seeds: 1..<6) else { continue }
      passed += 1
      let verdict = Explorer(scenario).explore().verdict
      let outcome = Predictor().predict(run)
      #expect(
        outcome.predictions.isEmpty || verdict == .some || verdict == .all,
        "seed \(seed): \(scenario)")
      if verdict == .some {
        canHang += 1
        if !outcome.predictions.isEmpty { predicted += 1 }
      }
    }
    // These programs branch on nothing, so that one run shows all there is to see.
    #expect(canHang > 100 && predicted == canHang, "\(predicted) of \(canHang)")
  }

  @Test("looks at a long run in stretches, and says so")
  func stretches() throws {
    let scenario = try ScenarioParser.parse(
      """
      init: M1, M2
      T1: repeat 9 { repeat 50 { lock M1; unlock M1 } }; lock M1; lock M2; unlock M2; unlock M1
      T2: repeat 9 { repeat 50 { lock M2; unlock M2 } }; lock M2; lock M1; unlock M1; unlock M2
      """)
    let run = try #require(passingRun(of: scenario))
    let outcome = Predictor().predict(run)
    #expect(outcome.stretches > 1 && outcome.stretches <= 16)
    for prediction in outcome.predictions { #expect(prediction.assumptions.contains(.stretch)) }
  }
}

extension RecordedRun {
  init(_ run: WitnessRun) {
    self.init(events: run.events)
    for lock in run.locks { locks[lock.id] = lock }
    for thread in run.threads { threads[thread.id] = thread }
  }
}

/// Threads that take locks, wait for values and set them, and branch on nothing.
private enum StraightProgram {
  static func scenario(seed: UInt64) -> Scenario {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % bound
    }
    var scenario = Scenario(objects: [
      Scenario.Object(name: "L1", kind: .conditionLock, initialValue: next(3)),
      Scenario.Object(name: "L2", kind: .conditionLock, initialValue: next(2)),
      Scenario.Object(name: "L3", kind: .conditionLock),
    ])
    for number in 1...(2 + next(2)) {
      var actions: [Scenario.Action] = []
      for _ in 0..<(1 + next(3)) {
        let lock = next(3)
        let other = (lock + 1 + next(2)) % 3
        actions.append(
          next(3) == 0 ? .lockWhen(lock, .constant(next(3))) : .lock(lock))
        if next(3) == 0 { actions += [.lock(other), .unlock(other)] }
        actions.append(next(2) == 0 ? .unlock(lock) : .unlockWith(lock, .constant(next(3))))
      }
      scenario.bodies.append(
        Scenario.Body(kind: .thread, number: number, statements: actions.map { .action($0) }))
    }
    return scenario
  }
}
