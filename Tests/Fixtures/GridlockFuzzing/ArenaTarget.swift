import CGridlock
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockReporting

/// All that a report asks of an arena, from bytes that another process may have scribbled on.
enum ArenaTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    // Whole pages in a mapping; here whole words are enough.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    defer { copy.deallocate() }
    copy.copyMemory(from: bytes)
    guard let base = copy.baseAddress, let arena = Arena(base: base, size: UInt64(bytes.count))
    else { return }
    let state = arena.systemState(at: 1 << 40)
    let events = arena.events()
    _ = arena.losses
    _ = arena.eventCount
    _ = arena.lockEventCount
    for lock in state.locks.keys { _ = arena.herd(of: lock) }
    for event in events { _ = arena.frames(of: event.stack) }
    precondition(state.threads.count + state.locks.count <= bytes.count / 64)
    precondition(events.count <= bytes.count / 64)
    render(arena, state, events)
  }

  private static func render(_ arena: Arena, _ state: SystemState, _ events: [Event]) {
    let findings = StuckDetector.findings(in: state)
    let report = arena.report(state, findings, executable: "/fuzz", frames: { _ in [] })
    _ = TextReport(report).text
    _ = try? ReportJSON(report).encoded()
    let profile = ContentionProfile(report, events: events, frames: { _ in [] })
    for format in ProfileFormat.allCases {
      for grouping in ContentionProfile.Grouping.allCases {
        _ = format.render(profile, by: grouping)
      }
    }
  }
}
