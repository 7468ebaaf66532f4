import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct LostWakeupTests {
  @Test func `CL-29: a signal that came before the wait`() {
    var scene = Scene()
    scene.threads(0, 1)
    scene.lock(1, .monitor)
    scene.signal(1, 1, at: 2)
    scene.end(1)
    scene.awaitSignal(0, 1, at: 4)
    #expect(scene.findings.map(\.kind) == [.lostWakeup])
    #expect(scene.findings.first?.operations == ["1.2", "0.4"])
    #expect(scene.findings.first?.certainty == .certain)
    #expect(scene.findings.first?.severity == .error)
  }

  @Test func `TS-17: a signal for one where two could have gone`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.lock(1, .monitor)
    scene.awaitSignal(2, 1, at: 3)
    scene.awaitSignal(3, 1, at: 3)
    scene.signal(1, 1, woken: 1, at: 3)
    scene.end(1)
    scene.end(2)
    #expect(scene.findings.map(\.kind) == [.lostWakeup])
    #expect(scene.findings.first?.operations(.caused) == ["1.3"])
  }

  @Test func `JV-03: signallers that all ended up waiting are one finding`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.lock(1, .monitor)
    scene.awaitSignal(3, 1, at: 3)
    scene.awaitSignal(2, 1, at: 3)
    scene.signal(1, 1, woken: 1, at: 4)
    scene.awaitSignal(2, 1, at: 3)
    scene.awaitSignal(1, 1, at: 7)
    #expect(scene.findings.map(\.kind) == [.lostWakeup])
    #expect(scene.findings.first?.operations(.waits).count == 3)
  }

  @Test func `a monitor that was never signalled is an orphan-wait`() {
    var scene = Scene()
    scene.threads(1)
    scene.lock(1, .monitor)
    scene.awaitSignal(1, 1, at: 1)
    #expect(scene.findings.map(\.kind) == [.orphanWait])
  }

  @Test func `a wait for a signal is silent or a note while others run`() {
    for closed in [false, true] {
      var scene = Scene(closed: closed)
      scene.threads(1, 2)
      scene.lock(1, .monitor)
      scene.awaitSignal(1, 1, at: 1)
      #expect(scene.findings.allSatisfy { $0.severity == .note })
      scene.signal(2, 1, woken: 1, at: 1)
      #expect(scene.findings.isEmpty)
    }
  }
}
