import GridlockAnalysis
import GridlockEvents
import Testing

@Suite struct StuckDetectorTests {
  @Test func `every stuck thread takes part in exactly one finding, on random states`() {
    var source = SplitMix(seed: 99)
    var kinds: Set<Finding.Kind> = []
    for _ in 0..<3000 {
      let state = RandomState.make(using: &source)
      let findings = StuckDetector.findings(in: state)
      kinds.formUnion(findings.map(\.kind))
      let everyone = Reduction(of: state, helpers: .everyone)
      let isWorldStuck = state.isClosedWorld && everyone.runnable.isEmpty
      let stuck = isWorldStuck ? everyone.stuck : Reduction(of: state, helpers: .known).stuck
      let victims = findings.flatMap(\.victims)
      #expect(victims.count == Set(victims).count)
      for thread in stuck {
        let isMember = findings.contains { finding in
          finding.participants.contains { $0.role == .waits && $0.mark.thread == thread }
        }
        #expect(isMember || victims.contains(thread))
      }
      for finding in findings {
        #expect(Set(finding.victims).isSubset(of: stuck))
        #expect(!finding.reasons.isEmpty)
        #expect((finding.severity == .error) == (finding.certainty > .possible))
        #expect(finding.certainty != .certain || isWorldStuck)
        #expect(!finding.also.contains(finding.kind))
      }
    }
    #expect(
      kinds.isSuperset(of: [
        .selfDeadlock, .nestedMonitor, .cycle, .exitHolding, .brokenChain, .drift, .lostWakeup,
        .orphanWait,
      ]))
  }

  @Test func `a ring of a thousand actors with inboxes of one make is one finding`() {
    var scene = Scene(closed: false)
    let count = 1000
    for number in 0..<count {
      scene.threads(number)
      scene.lock(number, site: 3)
    }
    for number in 0..<count {
      let inbox = (number + 1) % count
      scene.take(number, inbox, at: 1)
      scene.release(number, inbox, setting: 1, at: 2)
      scene.edit(inbox) { $0.value = 0 }
    }
    for number in 0..<count { scene.block(number, number, wanted: 1, at: 3) }
    let findings = scene.findings
    #expect(findings.map(\.kind) == [.cycle])
    #expect(findings.first?.certainty == .probable)
    #expect(findings.first?.operations(.waits).count == count)
  }
}
