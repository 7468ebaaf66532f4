import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct NestedMonitorTests {
  /// T1 waits for 1 on L1 with M2 held; the rest wait for M2.
  private func nested(closed: Bool = true, setters: ClosedRange<Int> = 2...2) -> Scene {
    var scene = Scene(closed: closed)
    scene.threads(1)
    scene.lock(1)
    scene.lock(2, .mutex)
    scene.take(1, 2, at: 1)
    scene.block(1, 1, wanted: 1, at: 2)
    for setter in setters {
      scene.threads(setter)
      scene.block(setter, 2, at: 2)
    }
    return scene
  }

  @Test func `CL-03: a wait for a value with the setter's lock held`() {
    let findings = nested().findings
    #expect(findings.map(\.kind) == [.nestedMonitor])
    #expect(findings.first?.certainty == .certain)
    #expect(findings.first?.operations == ["1.1", "1.2", "2.2"])
    #expect(findings.first?.victims == [Scene.thread(2)])
  }

  @Test func `CL-50: all setters wait for the lock, and main joins them`() {
    var scene = nested(setters: 2...3)
    scene.threads(0)
    scene.join(0, 1, at: 4)
    #expect(scene.findings.map(\.kind) == [.nestedMonitor])
    #expect(Set(scene.findings.first?.victims ?? []) == Set([0, 2, 3].map(Scene.thread)))
  }

  @Test func `GO-01: a monitor's wait with an outer lock held`() {
    var scene = Scene()
    scene.threads(1, 2)
    scene.lock(1, .mutex)
    scene.lock(2, .monitor)
    scene.take(1, 1, at: 1)
    scene.take(1, 2, at: 2)
    scene.awaitSignal(1, 2, at: 4)
    scene.block(2, 1, at: 1)
    #expect(scene.findings.map(\.kind) == [.nestedMonitor])
    #expect(scene.findings.first?.operations.isSuperset(of: ["1.1", "1.4", "2.1"]) == true)
  }

  @Test func `a setter that waits through other threads counts`() {
    var scene = nested(setters: 3...3)
    scene.threads(2)
    scene.lock(3, .mutex)
    scene.take(3, 3, at: 1)
    scene.block(3, 2, at: 2)
    scene.block(2, 3, at: 1)
    #expect(scene.findings.map(\.kind) == [.nestedMonitor])
    #expect(Set(scene.findings.first?.victims ?? []) == Set([2, 3].map(Scene.thread)))
  }

  @Test func `known setters decide in an open world`() {
    var scene = nested(closed: false)
    scene.edit(1) {
      $0.values[1] = ValueRecord(value: 1, timesSet: 1, setters: [Scene.thread(2)])
    }
    #expect(scene.findings.map(\.kind) == [.nestedMonitor])
    #expect(scene.findings.map(\.certainty) == [.probable])
    #expect(scene.findings.map(\.severity) == [.error])
  }

  @Test func `one known setter that runs is enough for silence`() {
    var scene = nested(closed: false)
    scene.threads(7)
    scene.edit(1) {
      $0.values[1] = ValueRecord(
        value: 1, timesSet: 2, setters: [Scene.thread(2), Scene.thread(7)])
    }
    #expect(scene.findings.isEmpty)
  }

  @Test func `one setter that has ended makes it possible only`() {
    var scene = nested(closed: false)
    scene.threads(7)
    scene.end(7)
    scene.edit(1) {
      $0.values[1] = ValueRecord(
        value: 1, timesSet: 2, setters: [Scene.thread(2), Scene.thread(7)])
    }
    #expect(scene.findings.map(\.certainty) == [.possible])
    #expect(scene.findings.map(\.severity) == [.note])
  }

  @Test func `no history in an open world is never louder than a note`() {
    #expect(nested(closed: false).findings.allSatisfy { $0.severity == .note })
  }

  @Test func `a setter stuck elsewhere makes the held lock innocent`() {
    var scene = nested()
    scene.threads(3)
    scene.lock(3)
    scene.take(3, 3, at: 1)
    scene.block(3, 3, at: 2)
    scene.edit(1) {
      $0.values[1] = ValueRecord(value: 1, timesSet: 1, setters: [Scene.thread(3)])
    }
    #expect(scene.findings.map(\.kind) == [.selfDeadlock])
    #expect(Set(scene.findings.first?.victims ?? []) == Set([1, 2].map(Scene.thread)))
  }

  @Test func `another waiter for the same value is a victim`() {
    var scene = nested()
    scene.threads(5)
    scene.block(5, 1, wanted: 1, at: 1)
    #expect(scene.findings.map(\.kind) == [.nestedMonitor])
    #expect(scene.findings.first?.victims.contains(Scene.thread(5)) == true)
  }

  @Test func `a held lock that nobody wants is innocent`() {
    var scene = nested(setters: 2...2)
    scene.edit(thread: 2) { $0.isAlive = false }
    #expect(scene.findings.map(\.kind) == [.orphanWait])
  }
}
