import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("Fingerprint")
struct FingerprintTests {
  @Test("the order of the story, times, numbers and line numbers do not matter")
  func stable() {
    let (story, finding) = Stories.cycle()
    let id = finding.fingerprint(in: story.report())
    var (other, turned) = Stories.cycle()
    turned.participants = Array(turned.participants[2...] + turned.participants[..<2])
    turned.victims = []
    turned.reasons = []
    turned.certainty = .probable
    #expect(turned.fingerprint(in: other.report()) == id)

    other.state.time += 7
    var moved = other.report()
    moved.stacks = moved.stacks.mapValues { frames in
      frames.map { frame in
        var frame = frame
        frame.address += 0x1000
        if frame.line > 0 { frame.line += 3 }
        return frame
      }
    }
    #expect(turned.fingerprint(in: moved) == id)
  }

  @Test("kind, names, functions and tags do")
  func different() {
    let ids = Stories.all.map { story in
      let (state, finding) = story.make()
      return finding.fingerprint(in: state.report())
    }
    #expect(Set(ids).count == ids.count)

    let (story, finding) = Stories.cycle()
    let id = finding.fingerprint(in: story.report())
    var renamed = story
    renamed.state.locks[LockID(index: 1, generation: 1)]!.name = "C"
    #expect(finding.fingerprint(in: renamed.report()) != id)
    var tagged = finding
    tagged.participants[0].mark.tag = SiteTag(body: 0, operation: 4)
    #expect(tagged.fingerprint(in: story.report()) != id)
  }
}
