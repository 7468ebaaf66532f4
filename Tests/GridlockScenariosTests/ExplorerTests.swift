import GridlockScenarios
import Testing

@Suite("Explorer")
struct ExplorerTests {
  private static func disagrees(_ scenario: Scenario) -> Bool {
    let naive = NaiveExplorer(scenario, mostStates: 3_000).explore()
    guard naive.verdict != .unknown else { return false }
    let reduced = Explorer(scenario).explore()
    let full = Explorer(
      scenario, options: Explorer.Options(reduces: false, stopsWhenProved: false)
    ).explore()
    if reduced.verdict != naive.verdict || full.verdict != naive.verdict { return true }
    if full.states != naive.states || reduced.states > naive.states { return true }
    return !witnessForces(scenario, reduced)
  }

  /// Whether playing the witness's order leads to a hang.
  private static func witnessForces(_ scenario: Scenario, _ exploration: Exploration) -> Bool {
    guard let witness = exploration.witness else { return exploration.verdict == .never }
    var machine = Machine(scenario, cuttingRepeats: true)
    for step in witness.steps where machine.apply(step) == nil { return false }
    if machine.isFinished { return false }
    // Cut programs make fewer turns than the order would force.
    if witness.order.isEmpty || exploration.repeatsWereCut { return true }
    var forced = scenario
    forced.order = witness.order
    let run = forced.witnessEvents()
    return run.followsOrder && run.schedule.hangs
  }

  @Test("agrees with a naive explorer on random scenarios", arguments: 0..<20)
  func agreement(_ block: Int) {
    for seed in (block * 100)..<(block * 100 + 100) {
      var generator = ScenarioGenerator(seed: UInt64(seed) + 1)
      let scenario = generator.scenario()
      if Self.disagrees(scenario) {
        let smallest = scenario.shrunk(while: Self.disagrees)
        let naive = NaiveExplorer(smallest, mostStates: 3_000).explore()
        let explored = Explorer(smallest).explore()
        let order = explored.witness.map { smallest.orderText($0.order) } ?? ""
        Issue.record(
          """
          seed \(seed): naive \(naive), explored \(explored.verdict) \(explored.states), \
          order: \(order)
          \(smallest)
          """)
        return
      }
    }
  }

  private static func reductionFails(_ scenario: Scenario) -> Bool {
    let full = Explorer(
      scenario,
      options: Explorer.Options(mostStates: 3_000, reduces: false, stopsWhenProved: false)
    ).explore()
    guard full.bound == nil else { return false }
    let reduced = Explorer(scenario, options: Explorer.Options(stopsWhenProved: false)).explore()
    if reduced.verdict != full.verdict || reduced.states > full.states { return true }
    return !witnessForces(scenario, reduced)
  }

  @Test("the reduction leaves verdicts on tasks and queues as they are", arguments: 0..<10)
  func reductionWithQueues(_ block: Int) {
    for seed in (block * 100)..<(block * 100 + 100) {
      var generator = ScenarioGenerator(seed: UInt64(seed) + 1)
      let scenario = generator.scenarioWithQueues()
      if Self.reductionFails(scenario) {
        let smallest = scenario.shrunk(while: Self.reductionFails)
        let reduced = Explorer(smallest).explore()
        let order = reduced.witness.map { smallest.orderText($0.order) } ?? ""
        Issue.record("seed \(seed): \(reduced.verdict), order: \(order)\n\(smallest)")
        return
      }
    }
  }

  @Test("random scenarios print as they parse")
  func roundTrip() throws {
    for seed in 1..<500 {
      var generator = ScenarioGenerator(seed: UInt64(seed))
      let scenario = generator.scenario()
      let again = try ScenarioParser.parse(scenario.description)
      #expect(again.description == scenario.description)
    }
  }
}
