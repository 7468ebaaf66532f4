import Foundation
import GridlockAnalysis
import GridlockEvents
import GridlockReporting
import Testing

@testable import Gridlock

extension LiveTests {
  /// What is left of a recording when its process is killed in the middle of its work.
  @Suite struct KilledRecordingTests {
    /// How often a process is killed.
    private static let rounds = 200

    @Test("Killed at any moment, a process leaves all but the event each thread was writing")
    func killed() throws {
      let folder = try Folder()
      var random = Seeded(state: 11)
      for round in 0..<Self.rounds {
        let path = folder.path("run-\(round)")
        let program = try Program.fixture("busy", environment: ["GRIDLOCK_RECORD": path])
        program.output(until: "ready")
        // The moment is what is tested: this is no waiting for something.
        usleep(UInt32.random(in: 0...60_000, using: &random))
        program.end()
        let recording = try RecordingFile(path: path)
        #expect(recording.damage == nil, "round \(round)")
        try check(recording.arena, recording.arena.remains.unfinished, "round \(round)")
        // Finding the names of functions is what takes long.
        if round.isMultiple(of: 20) {
          let report = recording.report()
          #expect(report.losses.unfinished == recording.arena.remains.unfinished)
          // Before the first turn nobody is known to bring a number: that is a note.
          #expect(report.findings.allSatisfy { $0.severity == .note }, "round \(round)")
        }
        try FileManager.default.removeItem(atPath: path)
      }
    }

    @Test("The command reads what a killed process left and finds nothing wrong with it")
    func command() throws {
      let folder = try Folder()
      let path = folder.path("run")
      let program = try Program.fixture("busy", environment: ["GRIDLOCK_RECORD": path])
      program.output(until: "ready")
      program.end()
      let end = try Program.run("gridlock", ["analyze", path, "--strict"])
      #expect(end.status == 0 && end.errors == "", "\(end)")
    }

    /// Threads take the lock at their number and leave the next one, and nothing else happened.
    private func check(_ arena: Arena, _ unfinished: UInt64, _ round: Comment) throws {
      let state = arena.systemState(at: 0)
      let ring = try #require(state.locks.values.first { $0.name == "ring" })
      let events = arena.events()
      #expect(events.allSatisfy { state.threads[$0.thread] != nil })
      let turns = events.filter { $0.lock == ring.id }
      #expect(!turns.isEmpty, round)
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
      checkNoneIsMissing(turns, unfinished, round)
    }

    /// Each change of hands has the next number, whichever thread it is of. From where every ring
    /// still has its events on, none is left out but the last of a thread, which was not begun or
    /// not finished.
    private func checkNoneIsMissing(
      _ turns: [Event], _ unfinished: UInt64, _ round: Comment
    ) {
      let changes = turns.filter { $0.kind == .released || $0.kind == .acquired }
      let oldest = Dictionary(grouping: changes, by: \.thread).values.compactMap {
        $0.map(\.sequence).min()
      }
      let kept = Set(changes.map(\.sequence))
      guard let first = oldest.max(), let last = kept.max() else { return }
      let missing = (first...last).filter { !kept.contains($0) }
      #expect(missing.count <= 2, round)
      #expect(unfinished <= 3, round)
    }
  }
}
