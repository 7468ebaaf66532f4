import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct StuckValuesTests {
  @Test func `CL-14: a value overwritten before its waiter ran is drift, whatever came after`() {
    var scene = Scene()
    scene.threads(1, 2, 3, 4)
    scene.lock(1, value: 99)
    scene.block(3, 1, wanted: 1, at: 1)
    scene.take(1, 1, at: 1)
    scene.release(1, 1, setting: 1, at: 2)
    scene.take(2, 1, at: 1)
    scene.release(2, 1, setting: 2, at: 2)
    scene.take(4, 1, wanted: 2, at: 1)
    scene.release(4, 1, at: 2)
    for number in [1, 2, 4] { scene.end(number) }
    let finding = scene.findings.first
    #expect(scene.findings.count == 1)
    #expect(finding?.kind == .drift)
    #expect(finding?.certainty == .certain)
    #expect(finding?.operations.isSuperset(of: ["3.1", "1.2", "2.2"]) == true)
    #expect(finding?.also.contains(.brokenChain) == true)
    #expect(finding?.operations(.caused) == ["2.2"])
  }

  @Test func `a value overwritten before its waiter came is drift by who overwrote it`() {
    var scene = Scene()
    scene.threads(1, 2, 3, 4)
    scene.lock(1, value: 0)
    scene.take(1, 1, at: 1)
    scene.release(1, 1, setting: 1, at: 2)
    scene.take(2, 1, at: 1)
    scene.release(2, 1, setting: 2, at: 2)
    scene.block(3, 1, wanted: 1, at: 1)
    scene.take(4, 1, wanted: 2, at: 1)
    scene.release(4, 1, setting: 0, at: 2)
    for number in [1, 2, 4] { scene.end(number) }
    #expect(scene.findings.map(\.kind) == [.drift])
    #expect(scene.findings.first?.operations(.caused) == ["2.2"])
  }

  @Test func `sequence numbers that wrap around still tell what came during the wait`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.lock(1, value: 99)
    scene.edit(1) { $0.sequence = .max }
    scene.block(3, 1, wanted: 1, at: 1)
    scene.take(1, 1, at: 1)
    scene.release(1, 1, setting: 1, at: 2)
    scene.take(2, 1, at: 1)
    scene.release(2, 1, setting: 2, at: 2)
    scene.end(1)
    scene.end(2)
    #expect(scene.findings.map(\.kind) == [.drift])
  }

  @Test func `a value consumed by another waiter has not drifted`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.lock(1, value: 99)
    scene.block(3, 1, wanted: 1, at: 1)
    for round in 0..<2 {
      scene.take(1, 1, at: 1 + 2 * round)
      scene.release(1, 1, setting: 1, at: 2 + 2 * round)
      scene.take(2, 1, wanted: 1, at: 1 + 2 * round)
      scene.release(2, 1, setting: 2, at: 2 + 2 * round)
    }
    scene.end(1)
    scene.end(2)
    #expect(scene.findings.map(\.kind) == [.orphanWait])
    #expect(scene.findings.map(\.also) == [[.brokenChain]])
  }

  @Test func `CL-43: a plain unlock where a value was due breaks the chain`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.lock(1, value: 1)
    scene.take(1, 1, wanted: 1, at: 1)
    scene.release(1, 1, setting: 2, at: 2)
    scene.block(3, 1, wanted: 3, at: 1)
    scene.take(2, 1, wanted: 2, at: 1)
    scene.release(2, 1, at: 2)
    scene.end(1)
    scene.end(2)
    #expect(scene.findings.map(\.kind) == [.brokenChain])
    #expect(scene.findings.first?.operations == ["3.1", "2.2"])
    #expect(scene.findings.first?.operations(.caused) == ["2.2"])
    #expect(scene.findings.first?.also == [.orphanWait])
  }

  @Test func `CL-43 with a main thread that joins: it is a victim`() {
    var scene = Scene()
    scene.threads(0, kind: .main)
    scene.threads(2, 3)
    scene.lock(1, value: 2)
    scene.take(2, 1, wanted: 2, at: 1)
    scene.release(2, 1, at: 2)
    scene.block(3, 1, wanted: 3, at: 1)
    scene.join(0, 3, at: 1)
    scene.end(2)
    #expect(scene.findings.map(\.kind) == [.brokenChain])
    #expect(scene.findings.first?.victims == [Scene.thread(0)])
  }

  @Test func `CL-01: a flag taken back by its first reader breaks the chain`() {
    var scene = Scene()
    scene.threads(0, 1)
    scene.lock(1)
    scene.take(1, 1, wanted: 0, at: 1)
    scene.release(1, 1, setting: 1, at: 2)
    scene.end(1)
    scene.take(0, 1, wanted: 1, at: 2)
    scene.release(0, 1, setting: 0, at: 3)
    scene.block(0, 1, wanted: 1, at: 4)
    #expect(scene.findings.map(\.kind) == [.brokenChain])
    #expect(scene.findings.first?.operations == ["0.3", "0.4"])
    #expect(scene.findings.first?.certainty == .certain)
  }

  @Test func `CL-19: a value that was left for good`() {
    var scene = Scene()
    scene.threads(0, 1)
    scene.lock(1)
    scene.take(0, 1, wanted: 0, at: 1)
    scene.release(0, 1, setting: 1, at: 2)
    scene.end(1)
    scene.block(0, 1, wanted: 0, at: 5)
    let finding = scene.findings.first
    #expect(finding?.kind == .brokenChain || finding?.kind == .orphanWait)
    #expect(finding?.operations == ["0.2", "0.5"])
  }

  @Test func `GO-03: a waiter whose setter joins it is a cycle that names the value's loss`() {
    var scene = Scene()
    scene.threads(0, 1, 2)
    scene.lock(1)
    scene.take(0, 1, at: 1)
    scene.release(0, 1, setting: 1, at: 2)
    scene.end(1)
    scene.take(0, 1, at: 5)
    scene.release(0, 1, setting: 0, at: 6)
    scene.block(2, 1, wanted: 1, at: 1)
    scene.join(0, 2, at: 8)
    #expect(scene.findings.map(\.kind) == [.cycle])
    #expect(scene.findings.first?.also == [.brokenChain])
    #expect(scene.findings.first?.operations.isSuperset(of: ["2.1", "0.8", "0.6"]) == true)
  }

  @Test func `a value left where nobody waits is drift`() {
    var scene = Scene()
    scene.threads(1, 3)
    scene.lock(1, value: 2)
    scene.block(3, 1, wanted: 3, at: 1)
    scene.take(1, 1, wanted: 2, at: 1)
    scene.release(1, 1, setting: 7, at: 2)
    scene.end(1)
    #expect(scene.findings.map(\.kind) == [.drift])
    #expect(scene.findings.first?.operations == ["3.1", "1.2"])
  }

  @Test func `GO-06: all who wait for the same value are one orphan-wait`() {
    var scene = Scene()
    scene.threads(1, 2, 3)
    scene.lock(1, value: 1)
    scene.block(2, 1, wanted: 0, at: 1)
    scene.block(3, 1, wanted: 0, at: 1)
    scene.end(1)
    #expect(scene.findings.map(\.kind) == [.orphanWait])
    #expect(scene.findings.first?.certainty == .certain)
    #expect(scene.findings.first?.severity == .error)
    #expect(scene.findings.first?.operations == ["2.1", "3.1"])
  }

  @Test func `GO-04: waits of which nobody knows the setters name each other`() {
    var scene = Scene()
    scene.threads(1, 2)
    scene.lock(1)
    scene.lock(2, .semaphore)
    scene.block(1, 1, wanted: 1, at: 1)
    scene.block(2, 2, at: 1)
    #expect(scene.findings.map(\.kind) == [.orphanWait, .orphanWait])
    #expect(scene.findings.allSatisfy { $0.operations == ["1.1", "2.1"] })
    #expect(scene.findings.allSatisfy { $0.also == [.cycle] })
  }

  @Test func `GO-04 in a later round, with the setters known, is a cycle`() {
    var scene = Scene(closed: false)
    scene.threads(1, 2)
    scene.lock(1, site: 5)
    scene.lock(2, .semaphore, site: 6)
    scene.lock(3, site: 5)
    scene.take(2, 3, at: 2)
    scene.release(2, 3, setting: 1, at: 3)
    scene.signal(1, 2, at: 3)
    scene.edit(2) { $0.value = 0 }
    scene.block(1, 1, wanted: 1, at: 1)
    scene.block(2, 2, at: 1)
    #expect(scene.findings.map(\.kind) == [.cycle])
    #expect(scene.findings.map(\.certainty) == [.probable])
  }
}
