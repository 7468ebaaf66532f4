import GridlockScenarios
import Testing

@Suite("The scenario files, handed and our own")
struct CaseFileTests {
  @Test("are all there")
  func count() {
    let own = CaseFile.all.count { $0.isOwn }
    #expect(CaseFile.all.count - own == 62)
    #expect(own >= 200)
  }

  @Test("parse, and print as they parse", arguments: CaseFile.all)
  func roundTrip(_ file: CaseFile) throws {
    let scenario = try ScenarioParser.parse(file.text, file: file.name)
    #expect(try ScenarioParser.parse(scenario.description) == scenario)
    #expect(scenario.expectation != nil)
    #expect((scenario.hang == nil) == scenario.needsMoreThanNotation)
  }

  @Test("hang as often as they say", arguments: CaseFile.all)
  func verdict(_ file: CaseFile) throws {
    let scenario = try ScenarioParser.parse(file.text, file: file.name)
    guard let hang = scenario.hang else { return }
    let exploration = Explorer(scenario).explore()
    #expect(exploration.verdict.rawValue == hang.rawValue)
    #expect(exploration.bound == nil)
  }
}
