import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct ExitDetectorTests {
  private func ended() -> (Scene, ThreadState) {
    var scene = Scene()
    scene.threads(0, 1)
    scene.lock(1)
    scene.lock(2)
    scene.take(1, 1, at: 1)
    scene.take(1, 2, at: 2)
    scene.end(1)
    return (scene, scene.state.threads[Scene.thread(1)]!)
  }

  @Test func `TS-13: a thread that ended with two locks is one finding that names both`() {
    let (scene, thread) = ended()
    let finding = ExitDetector.finding(for: thread, in: scene.state)
    #expect(finding?.kind == .exitHolding)
    #expect(finding?.severity == .error)
    #expect(finding?.certainty == .probable)
    #expect(finding?.operations == ["1.1", "1.2"])
  }

  @Test func `a lock that another has released meanwhile is not named`() {
    var (scene, thread) = ended()
    scene.edit(1) { $0.owner = nil }
    #expect(ExitDetector.finding(for: thread, in: scene.state)?.operations == ["1.2"])
    scene.edit(2) { $0.owner = Scene.thread(0) }
    #expect(ExitDetector.finding(for: thread, in: scene.state) == nil)
  }

  @Test func `locks that are handed over are a warning, declared ones nothing`() {
    var (scene, thread) = ended()
    for number in [1, 2] { scene.edit(number) { $0.isHandedOver = true } }
    #expect(ExitDetector.finding(for: thread, in: scene.state)?.severity == .warning)
    for number in [1, 2] { scene.edit(number) { $0.isHandOffDeclared = true } }
    #expect(ExitDetector.finding(for: thread, in: scene.state) == nil)
  }

  @Test func `a thread that lives or holds nothing is no finding`() {
    let (scene, thread) = ended()
    #expect(
      ExitDetector.finding(for: scene.state.threads[Scene.thread(0)]!, in: scene.state) == nil)
    var living = thread
    living.isAlive = true
    #expect(ExitDetector.finding(for: living, in: scene.state) == nil)
  }
}
