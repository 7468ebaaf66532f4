import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct StuckOwnersTests {
  /// T1 holds L1 and wants L2, T2 the other way round.
  private func crossed(closed: Bool = true) -> Scene {
    var scene = Scene(closed: closed)
    scene.threads(1, 2)
    scene.lock(1)
    scene.lock(2)
    scene.take(1, 1, at: 1)
    scene.take(2, 2, at: 1)
    scene.block(1, 2, at: 2)
    scene.block(2, 1, at: 2)
    return scene
  }

  @Test func `two threads that wait for each other's lock are a certain cycle in a closed world`() {
    let findings = crossed().findings
    #expect(findings.map(\.kind) == [.cycle])
    #expect(findings.first?.certainty == .certain)
    #expect(findings.first?.severity == .error)
    #expect(findings.first?.operations == ["1.1", "1.2", "2.1", "2.2"])
    #expect(findings.first?.participants.map(\.role) == [.waits, .holds, .waits, .holds])
  }

  @Test func `a cycle in an open world is probable and says why`() {
    let finding = crossed(closed: false).findings.first
    #expect(finding?.certainty == .probable)
    #expect(finding?.severity == .error)
    #expect(finding?.reasons.isEmpty == false)
  }

  @Test func `a cycle is probable while another thread runs`() {
    var scene = crossed()
    scene.threads(3)
    #expect(scene.findings.map(\.certainty) == [.probable])
  }

  @Test func `an observer that runs leaves a cycle certain`() {
    var scene = crossed()
    scene.threads(9, observing: true)
    #expect(scene.findings.map(\.certainty) == [.certain])
  }

  @Test func `a cycle through a lock that is handed over is a possible warning`() {
    var scene = crossed(closed: false)
    scene.edit(1) { $0.isHandedOver = true }
    #expect(scene.findings.map(\.kind) == [.cycle])
    #expect(scene.findings.map(\.certainty) == [.possible])
    #expect(scene.findings.map(\.severity) == [.warning])
  }

  @Test func `a wait for a lock whose hand-off is declared is silent while anyone may run`() {
    var scene = crossed(closed: false)
    scene.edit(1) {
      $0.isHandedOver = true
      $0.isHandOffDeclared = true
    }
    #expect(scene.findings.isEmpty)
  }

  @Test(arguments: [3, 7, 40])
  func `a ring of any length is one finding, in ring order`(count: Int) {
    var scene = Scene()
    for number in 1...count {
      scene.threads(number)
      scene.lock(number)
      scene.take(number, number, at: 1)
    }
    for number in 1...count { scene.block(number, number % count + 1, at: 2) }
    let findings = scene.findings
    #expect(findings.map(\.kind) == [.cycle])
    #expect(findings.first?.operations(.waits) == (1...count).map { "\($0).2" })
    #expect(findings.first?.victims == [])
  }

  @Test func `threads stuck behind a cycle are its victims`() {
    var scene = crossed()
    scene.threads(3, 4, 5)
    scene.lock(3)
    scene.take(3, 3, at: 1)
    scene.block(3, 1, at: 2)
    scene.block(4, 3, at: 1)
    scene.join(5, 4, at: 1)
    #expect(scene.findings.map(\.kind) == [.cycle])
    #expect(scene.findings.first?.victims == [3, 4, 5].map(Scene.thread))
  }

  @Test func `two cycles are two findings`() {
    var scene = crossed()
    scene.threads(3, 4)
    scene.lock(3)
    scene.lock(4)
    scene.take(3, 3, at: 1)
    scene.take(4, 4, at: 1)
    scene.block(3, 4, at: 2)
    scene.block(4, 3, at: 2)
    #expect(scene.findings.map(\.kind) == [.cycle, .cycle])
  }

  @Test func `a wait with a limit breaks the ring`() {
    var scene = crossed()
    scene.block(2, 1, limit: 1_000_000_000, at: 2)
    #expect(scene.findings.isEmpty)
  }

  @Test func `a limit of more than a day is none`() {
    var scene = crossed()
    scene.block(2, 1, limit: 90_000_000_000_000, at: 2)
    #expect(scene.findings.map(\.certainty) == [.certain])
  }

  @Test func `three time-outs in a row over five seconds count as a wait without limit`() {
    var scene = crossed()
    scene.block(2, 1, limit: 3_000_000_000, at: 2)
    scene.edit(thread: 2) { $0.wait?.timeoutsInRow = 3 }
    #expect(scene.findings.isEmpty)
    scene.pass(seconds: 6)
    #expect(scene.findings.map(\.kind) == [.cycle])
    #expect(scene.findings.map(\.certainty) == [.probable])
    scene.edit(thread: 2) { $0.wait?.timeoutsInRow = 2 }
    #expect(scene.findings.isEmpty)
  }

  @Test func `CL-23: a thread that waits for its own lock`() {
    var scene = Scene()
    scene.threads(1)
    scene.lock(1)
    scene.take(1, 1, at: 1)
    scene.block(1, 1, at: 2)
    #expect(scene.findings.map(\.kind) == [.selfDeadlock])
    #expect(scene.findings.first?.certainty == .certain)
    #expect(scene.findings.first?.operations == ["1.1", "1.2"])
  }

  @Test func `CL-55: a wait for one's own lock is probable while another could free it`() {
    var scene = Scene()
    scene.threads(1, 2)
    scene.lock(1)
    scene.take(1, 1, at: 1)
    scene.block(1, 1, at: 3)
    #expect(scene.findings.map(\.kind) == [.selfDeadlock])
    #expect(scene.findings.map(\.certainty) == [.probable])
    scene.edit(1) { $0.isHandedOver = true }
    #expect(scene.findings.map(\.severity) == [.warning])
    scene.edit(1) { $0.isHandOffDeclared = true }
    #expect(scene.findings.isEmpty)
  }

  @Test func `a recursive lock taken again by its owner is no finding`() {
    var scene = Scene()
    scene.threads(1)
    scene.lock(1, .recursive)
    scene.take(1, 1, at: 1)
    scene.block(1, 1, at: 2)
    #expect(scene.findings.isEmpty)
  }

  @Test func `CL-44: waiters for a lock whose owner ended are one finding`() {
    var scene = Scene()
    scene.threads(0, 1, 2)
    scene.lock(1)
    scene.take(1, 1, at: 1)
    scene.end(1)
    scene.block(0, 1, at: 3)
    scene.block(2, 1, wanted: 0, at: 1)
    let findings = scene.findings
    #expect(findings.map(\.kind) == [.exitHolding])
    #expect(findings.first?.certainty == .certain)
    #expect(findings.first?.operations == ["1.1", "0.3", "2.1"])
    scene.threads(5)
    #expect(scene.findings.map(\.certainty) == [.probable])
  }

  @Test func `threads that join each other are a cycle`() {
    var scene = Scene(closed: false)
    scene.threads(1, 2)
    scene.join(1, 2, at: 1)
    scene.join(2, 1, at: 1)
    #expect(scene.findings.map(\.kind) == [.cycle])
    #expect(scene.findings.map(\.severity) == [.error])
  }

  @Test func `a join of a thread that ended or runs is no finding`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.join(1, 2, at: 1)
    #expect(scene.findings.isEmpty)
    scene.end(2)
    #expect(scene.findings.isEmpty)
  }

  @Test func `a free lock, and one held by an unknown thread or an observer, holds nobody up`() {
    var scene = Scene()
    scene.threads(1)
    scene.threads(8, observing: true)
    scene.lock(1)
    scene.block(1, 1, at: 1)
    #expect(scene.findings.isEmpty)
    scene.edit(1) { $0.owner = Scene.thread(8) }
    #expect(scene.findings.isEmpty)
    scene.edit(1) { $0.owner = Scene.thread(77) }
    #expect(scene.findings.isEmpty)
  }
}
