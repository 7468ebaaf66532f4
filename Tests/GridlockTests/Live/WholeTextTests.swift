import Foundation
import Testing

extension LiveTests {
  @Suite struct WholeTextTests {
    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/LiveFixture/LiveFixture.swift").standardized.path
    private let source = Source(fixture)

    @Test("A hang is told in full, from the user's own lines down, with nothing of Gridlock's")
    func wholeText() throws {
      let program = try Program.fixture("cycle")
      let told = Told(program.errors(until: "kill -USR1 \(program.id)\n"))
      program.end()
      #expect(
        told.places == """
          Gridlock: error: cycle (certain): "first" and "second" wait for each other's locks "left" and "right"

          "first" (thread #N, tid N) has been stuck for TIME:
            waits in lock() for condition lock "right"
                at closure #1 in static LiveFixture.cycle() (\(source.place("first waits")))
            "right" is held by "second" (thread #N, tid N), which is stuck too
            holds condition lock "left" for TIME, taken in lock()
                at closure #1 in static LiveFixture.cycle() (\(source.place("first takes left")))

          "second" (thread #N, tid N) has been stuck for TIME:
            waits in lock() for condition lock "left"
                at closure #2 in static LiveFixture.cycle() (\(source.place("second waits")))
            "left" is held by "first" (thread #N, tid N), which is stuck too
            holds condition lock "right" for TIME, taken in lock()
                at closure #2 in static LiveFixture.cycle() (\(source.place("second takes right")))

          Stuck behind it, and no part of it:
            "main" (thread #N, tid N, main thread) waits in join() for "first" (thread #N, tid N) to end, TIME so far
              at static LiveFixture.cycle() (\(source.place("main joins")))
              at static LiveFixture.main() (\(source.place("makes the ring")))

          What happened to condition lock "right", oldest first:
            TIME ago  "main"  init()  created at 0  \(source.place("creates right"))
            TIME ago  "second"  lock()  took it at 0  \(source.place("second takes right"))
            TIME ago  "first"  lock()  began to wait at 0  \(source.place("first waits"))

          What happened to condition lock "left", oldest first:
            TIME ago  "main"  init()  created at 0  \(source.place("creates left"))
            TIME ago  "first"  lock()  took it at 0  \(source.place("first takes left"))
            TIME ago  "second"  lock()  began to wait at 0  \(source.place("second waits"))

          Why certain:
            - Every live thread is in a wait without limit, and no other thread can come.
          What to do: Take these locks in one order everywhere, or release the first before waiting for the second.
          Finding id: cycle-ID
            All threads and locks of this process: gridlock dump PID or kill -USR1 PID
          """, "\(told)")
    }
  }
}

extension Told {
  /// The normalized text with places as `File.swift:12`.
  fileprivate var places: String {
    normalized.replacingOccurrences(
      of: #"\([^()]*/(\w+\.swift:\d+):\d+\)"#, with: "($1)", options: .regularExpression
    ).replacingOccurrences(
      of: "PID  or  kill", with: "PID or kill"
    ).trimmingCharacters(in: .newlines)
  }
}
