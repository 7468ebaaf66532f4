import Foundation
import Gridlock
import GridlockAnalysis
import GridlockEvents
import Testing

extension LiveTests {
  /// What is left of a recording when its process is killed in the middle of its work.
  @Suite struct KilledRecordingTests {
    @Test("Killed at any moment, a process leaves a recording that opens, with no event invented")
    func killed() throws {
      let folder = try Folder()
      var random = Seeded(state: 11)
      for round in 0..<30 {
        let path = folder.path("run-\(round)")
        let program = try Program.fixture("busy", environment: ["GRIDLOCK_RECORD": path])
        program.output(until: "ready")
        // The moment is what is tested: this is no waiting for something.
        usleep(UInt32.random(in: 0...60_000, using: &random))
        program.end()
        let end = try Program.run("gridlock", ["analyze", path, "--strict"])
        #expect(end.status == 0, "round \(round): \(end)")
        try check(path)
        try FileManager.default.removeItem(atPath: path)
      }
    }

    /// Threads take the lock at their number and leave the next one, and nothing else happened.
    private func check(_ path: String) throws {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let base = UnsafeMutableRawPointer.allocate(byteCount: data.count, alignment: 4096)
      defer { base.deallocate() }
      data.copyBytes(to: UnsafeMutableRawBufferPointer(start: base, count: data.count))
      let arena = try #require(Arena(base: base, size: UInt64(data.count)))
      let state = arena.systemState(at: 0)
      let ring = try #require(state.locks.values.first { $0.name == "ring" })
      let events = arena.events()
      #expect(events.allSatisfy { state.threads[$0.thread] != nil })
      let turns = events.filter { $0.lock == ring.id }
      #expect(!turns.isEmpty)
      var times: [ThreadID: UInt64] = [:]
      var hands: [UInt32: ThreadID] = [:]
      for event in turns {
        #expect(event.time >= times[event.thread] ?? 0)
        times[event.thread] = event.time
        switch event.kind {
        case .released:
          #expect(event.after == (event.before + 1) % 3)
          #expect(hands[event.sequence] == nil, "two releases with one number")
          hands[event.sequence] = event.thread
          #expect(state.threads[event.thread]?.name == "turn-\(event.before)")
        case .acquired:
          #expect(event.wanted == event.before)
          #expect(state.threads[event.thread]?.name == "turn-\(event.before)")
        case .waiting:
          let wanted = try #require(event.wanted)
          #expect(state.threads[event.thread]?.name == "turn-\(wanted)")
        case .created:
          break
        default:
          Issue.record("invented: \(event)")
        }
      }
    }
  }
}
