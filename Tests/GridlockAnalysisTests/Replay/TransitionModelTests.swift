import GridlockEvents
import Testing

@testable import GridlockAnalysis

@Suite("Transitions of a value")
struct TransitionModelTests {
  private func rounds(_ count: Int) -> String {
    "init L1(0); repeat \(count) T1 lockWhen L1 0, T1 unlockWith L1 1, T2 lockWhen L1 1,"
      + " T2 unlockWith L1 0"
  }

  @Test("After twenty rounds, a plain unlock where a value always came is a note")
  func learnedKeep() throws {
    let found = findings(rounds(20) + "; T1 lockWhen L1 0; T1 unlock L1")
    try #require(found.count == 1)
    #expect(found[0].kind == .brokenChain && found[0].severity == .note)
    #expect(found[0].names(1, 42))
  }

  @Test("After twenty rounds, a value that never came before is a note")
  func learnedDrift() {
    let found = findings(rounds(20) + "; T1 lockWhen L1 0; T1 unlockWith L1 5")
    #expect(found.map(\.kind) == [.drift] && found.map(\.severity) == [.note])
  }

  @Test("Before twenty rounds nothing is said")
  func tooFew() {
    #expect(findings(rounds(19) + "; T1 lockWhen L1 0; T1 unlock L1").isEmpty)
    #expect(findings(rounds(19) + "; T1 lockWhen L1 0; T1 unlockWith L1 5").isEmpty)
  }

  @Test("A bystander's plain lock and unlock breaks nothing")
  func bystander() {
    #expect(findings(rounds(20) + "; T3 lock L1; T3 unlock L1").isEmpty)
  }

  @Test("Many plain unlocks do not make the first value set a drift")
  func firstSet() {
    let text = "init L1(0); repeat 100 T1 lock L1, T1 unlock L1; T1 lock L1; T1 unlockWith L1 1"
    #expect(findings(text).isEmpty)
  }

  @Test("Values that go on in many ways are not learned")
  func counter() {
    let text = (0..<40).map {
      "T1 lock L1; T1 unlockWith L1 \($0 % 7 + 1); T1 lock L1; T1 unlockWith L1 0"
    }
    #expect(findings("init L1(0); " + text.joined(separator: "; ")).of(.drift).isEmpty)
  }

  private func declared(_ text: String) -> [Finding] {
    var analyzer = Analyzer()
    analyzer.declare(Script.state("L1"))
    analyzer.transitions.declare([0: [1], 1: [0, 2]], named: "L1")
    for event in Script(text).events { analyzer.apply(event) }
    return analyzer.findings()
  }

  @Test("Against a declaration, another value and a kept one are warnings at once")
  func declaredTransitions() {
    let drift = declared("init L1(0); T1 lock L1; T1 unlockWith L1 7")
    #expect(drift.map(\.kind) == [.drift] && drift.map(\.severity) == [.warning])
    let kept = declared("init L1(0); T1 lockWhen L1 0; T1 unlock L1")
    #expect(kept.map(\.kind) == [.brokenChain] && kept.map(\.severity) == [.warning])
  }

  @Test("What was declared, and values left out of the declaration, are silent")
  func allowed() {
    #expect(
      declared(
        """
        init L1(0); T1 lock L1; T1 unlock L1; T1 lockWhen L1 0; T1 unlockWith L1 1
        T2 lock L1; T2 unlockWith L1 2; T2 lock L1; T2 unlockWith L1 9
        """
      ).isEmpty)
  }
}
