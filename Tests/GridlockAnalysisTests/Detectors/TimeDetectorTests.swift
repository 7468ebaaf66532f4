import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct TimeDetectorTests {
  @Test func `CL-35: a lock held over a second is a warning if someone waits, else a note`() {
    var scene = Scene()
    scene.threads(0, 1)
    scene.lock(1)
    scene.take(1, 1, at: 1)
    #expect(TimeDetector.findings(in: scene.state).isEmpty)
    scene.pass(seconds: 2)
    #expect(TimeDetector.findings(in: scene.state).map(\.severity) == [.note])
    scene.block(0, 1, wanted: 4, at: 1)
    let findings = TimeDetector.findings(in: scene.state)
    #expect(findings.map(\.kind) == [.longHold])
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.operations == ["1.1", "0.1"])
    #expect(
      TimeDetector.findings(in: scene.state, excluding: [Scene.thread(1)]).isEmpty)
  }

  @Test func `an owner of whom it is not known since when is no long hold`() {
    var scene = Scene()
    scene.threads(0, 1)
    scene.lock(1)
    scene.take(1, 1, at: 1)
    scene.pass(seconds: 2)
    scene.block(0, 1, wanted: 4, at: 1)
    scene.edit(thread: 1) { $0.holds[0].mark.time = 0 }
    #expect(TimeDetector.findings(in: scene.state).isEmpty)
  }

  @Test func `CL-53: waiting inside a monitor is no hold`() {
    var scene = Scene()
    scene.threads(1)
    scene.lock(1, .monitor)
    scene.take(1, 1, at: 1)
    let hold = scene.state.threads[Scene.thread(1)]?.holds ?? []
    scene.awaitSignal(1, 1, at: 2)
    scene.edit(thread: 1) { $0.holds = hold }
    scene.pass(seconds: 5)
    #expect(TimeDetector.findings(in: scene.state).isEmpty)
  }

  @Test func `a wait of over ten seconds for an owner is a warning, for a value nothing`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.lock(1)
    scene.take(1, 1, at: 1)
    scene.block(2, 1, at: 1)
    scene.block(3, 1, wanted: 7, at: 1)
    scene.pass(seconds: 11)
    let findings = TimeDetector.findings(in: scene.state, thresholds: Thresholds(longHold: .max))
    #expect(findings.map(\.kind) == [.longWait])
    #expect(findings.first?.severity == .warning)
    #expect(findings.first?.operations == ["2.1", "1.1"])
  }
}
