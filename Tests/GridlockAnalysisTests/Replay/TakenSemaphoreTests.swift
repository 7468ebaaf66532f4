import GridlockAnalysis
import GridlockEvents
import Testing

@Suite("A semaphore taken as a mutex")
struct TakenSemaphoreTests {
  private func findings(_ text: String) -> [Finding] {
    var analyzer = Script(text + "; T0 exit").analyzed()
    analyzer.declareClosedWorld(true)
    return analyzer.findings()
  }

  @Test("makes a ring with what its taker waits for")
  func ring() throws {
    let found = findings(
      """
      init S1(1) S2(1); T1 semWait S1; T2 semWait S2; T1 semWait S2; T2 semWait S1
      """)
    let first = try #require(found.first)
    #expect(found.count == 1)
    #expect(first.kind == .cycle)
    #expect(first.certainty == .certain)
  }

  @Test("is nobody's once another gave it back, or when it begins at zero")
  func signal() {
    let given = findings(
      "init S1(1) S2(1); T1 semWait S1; T2 semWait S2; T3 semSignal S2; T3 semWait S2; T3 exit")
    #expect(given.allSatisfy { $0.kind != .cycle })
    let begun = findings("init S1(0); T2 semSignal S1; T1 semWait S1; T1 semWait S1; T2 semWait S1")
    #expect(begun.map(\.kind).contains(.orphanWait))
  }

  @Test("keeps two orders behind it apart, as a lock would")
  func gate() {
    let crossing = "lock M1; T1 lock M2; T1 unlock M2; T1 unlock M1"
    let back = "lock M2; T2 lock M1; T2 unlock M1; T2 unlock M2"
    let gated = findings(
      "init S1(1); T1 semWait S1; T1 \(crossing); T1 semSignal S1; "
        + "T2 semWait S1; T2 \(back); T2 semSignal S1")
    #expect(gated.allSatisfy { $0.kind != .order })
    let wide = findings(
      "init S1(2); T1 semWait S1; T1 \(crossing); T1 semSignal S1; "
        + "T2 semWait S1; T2 \(back); T2 semSignal S1")
    #expect(wide.map(\.kind).contains(.order))
  }
}
