import GridlockAnalysis
import GridlockEvents
import Testing

/// Who could still help decides between an error, a note and silence.
@Suite struct StuckCandidatesTests {
  @Test func `CL-51: a worker parked on its value is silent while its setter lives`() {
    var scene = Scene(closed: false)
    scene.threads(0, 1)
    scene.lock(1)
    scene.take(0, 1, at: 1)
    scene.release(0, 1, setting: 1, at: 2)
    scene.take(1, 1, wanted: 1, at: 1)
    scene.release(1, 1, setting: 0, at: 2)
    scene.block(1, 1, wanted: 1, at: 1)
    #expect(scene.findings.isEmpty)
  }

  @Test func `CL-54: a worker whose only setter has ended is at most a note while others live`() {
    for closed in [false, true] {
      var scene = Scene(closed: closed)
      scene.threads(0, 1, 2)
      scene.lock(1)
      scene.take(2, 1, at: 1)
      scene.release(2, 1, setting: 1, at: 2)
      scene.end(2)
      scene.take(1, 1, wanted: 1, at: 1)
      scene.release(1, 1, setting: 0, at: 2)
      scene.block(1, 1, wanted: 1, at: 1)
      #expect(scene.findings.allSatisfy { $0.severity == .note && $0.certainty == .possible })
      #expect(scene.findings.allSatisfy { !$0.reasons.isEmpty })
    }
  }

  @Test func `a value nobody ever set is at most a note in an open world`() {
    var scene = Scene(closed: false)
    scene.threads(1)
    scene.lock(1)
    scene.block(1, 1, wanted: 1, at: 1)
    #expect(scene.findings.map(\.kind) == [.orphanWait])
    #expect(scene.findings.map(\.severity) == [.note])
  }

  @Test(arguments: [ThreadState.Kind.main, .dispatch, .pool])
  func `a setter of a kind that comes back is never gone`(kind: ThreadState.Kind) {
    var scene = Scene(closed: false)
    scene.threads(0, kind: kind)
    scene.threads(1)
    scene.lock(1)
    scene.take(0, 1, at: 1)
    scene.release(0, 1, setting: 1, at: 2)
    scene.take(1, 1, wanted: 1, at: 1)
    scene.release(1, 1, setting: 0, at: 2)
    scene.end(0)
    scene.block(1, 1, wanted: 1, at: 3)
    #expect(scene.findings.allSatisfy { $0.certainty == .possible && $0.severity == .note })
  }

  @Test func `unknown setters and unknown values keep an open world silent`() {
    var scene = Scene(closed: false)
    scene.threads(1)
    scene.lock(1)
    scene.block(1, 1, wanted: 1, at: 1)
    var other = scene
    scene.edit(1) { $0.hasUnknownValues = true }
    #expect(scene.findings.isEmpty)
    other.edit(1) { $0.values[1] = ValueRecord(value: 1, hasUnknownSetters: true) }
    #expect(other.findings.isEmpty)
  }

  @Test func `idle workers who were only seen to set the value themselves are a note`() {
    var scene = Scene(closed: false)
    scene.threads(1, 2)
    scene.lock(1, value: 1)
    for worker in [1, 2] {
      scene.take(worker, 1, wanted: 1, at: 1)
      scene.release(worker, 1, setting: 1, at: 2)
    }
    scene.edit(1) { $0.value = 0 }
    scene.block(1, 1, wanted: 1, at: 1)
    scene.block(2, 1, wanted: 1, at: 1)
    #expect(scene.findings.count == 1)
    #expect(scene.findings.map(\.severity) == [.note])
  }

  @Test func `a declared setter that is stuck makes the wait probable`() {
    var scene = Scene(closed: false)
    scene.threads(1, 2)
    scene.lock(1)
    scene.lock(2)
    scene.edit(1) { $0.declaredSetters[1] = [Scene.thread(2)] }
    scene.take(1, 2, at: 1)
    scene.block(1, 1, wanted: 1, at: 2)
    scene.block(2, 2, at: 1)
    #expect(scene.findings.map(\.kind) == [.nestedMonitor])
    #expect(scene.findings.map(\.certainty) == [.probable])
  }

  @Test func `a main thread that waits for deadlocked workers is their victim`() {
    var scene = Scene()
    scene.threads(0, 1, 2)
    scene.lock(1)
    scene.lock(2)
    scene.lock(3)
    scene.take(1, 1, at: 1)
    scene.take(2, 2, at: 1)
    scene.block(0, 3, wanted: 1, at: 1)
    scene.block(1, 2, at: 2)
    scene.block(2, 1, at: 2)
    #expect(scene.findings.map(\.kind) == [.cycle])
    #expect(scene.findings.first?.victims == [Scene.thread(0)])
  }

  @Test func `CL-16: a countdown under way is not blamed on its last step`() {
    var scene = Scene()
    scene.threads(0, 1, 2)
    scene.lock(1, value: 2)
    scene.block(0, 1, wanted: 0, at: 1)
    scene.take(1, 1, at: 1)
    scene.release(1, 1, setting: 1, at: 2)
    #expect(scene.findings.allSatisfy { $0.kind == .orphanWait && $0.severity == .note })
  }

  @Test func `a semaphore with a count holds nobody up`() {
    var scene = Scene()
    scene.threads(1)
    scene.lock(1, .semaphore, value: 1)
    scene.block(1, 1, at: 1)
    #expect(scene.findings.isEmpty)
  }
}
