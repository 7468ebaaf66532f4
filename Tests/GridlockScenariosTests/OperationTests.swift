import GridlockScenarios
import Testing

@Suite("Each operation")
struct OperationTests {
  @Test("hangs as often as the rules say", arguments: OperationCase.all)
  func verdict(_ each: OperationCase) throws {
    let scenario = try ScenarioParser.parse(each.text)
    let options = Explorer.Options(mostStates: 20_000)
    let exploration = Explorer(scenario, options: options).explore()
    #expect(exploration.verdict == each.verdict, "\(each.text)")
    #expect((exploration.bound != nil) == (each.verdict == .unknown))
    if each.verdict == .some || each.verdict == .all {
      let run = scenario.witnessEvents(after: exploration)
      #expect(run.schedule.hangs)
      #expect(exploration.witness != nil)
    }
  }

  @Test("a cut repeat is told of, and what follows keeps its number")
  func cut() throws {
    let scenario = try ScenarioParser.parse(
      "init: M1\nT1: repeat 50 { lock M1; unlock M1 }; lock M1; lock M1")
    let exploration = Explorer(scenario).explore()
    #expect(exploration.repeatsWereCut)
    #expect(exploration.verdict == .all)
    let witness = try #require(exploration.witness)
    #expect(scenario.orderText(witness.order) == "T1.1 T1.2 T1.3 T1.4 T1.5 T1.6 T1.101 T1.102!")
  }

  @Test("bounds of states, time and memory give no verdict")
  func bounds() throws {
    let scenario = try ScenarioParser.parse(
      "init: L1(0), X=0\nT1..T4: repeat 9 { lock L1; inc X; unlock L1 }")
    for options in [
      Explorer.Options(mostStates: 100), Explorer.Options(mostBytes: 100),
      Explorer.Options(timeLimit: .zero),
    ] {
      let exploration = Explorer(scenario, options: options).explore()
      #expect(exploration.verdict == .unknown)
      #expect(exploration.bound != nil)
    }
  }
}
