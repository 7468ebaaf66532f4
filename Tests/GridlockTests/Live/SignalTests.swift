import Foundation
import Testing

extension LiveTests {
  @Suite struct SignalTests {
    static let end = "End of Gridlock's report"

    @Test("With every pool thread and 16 dispatch threads stuck, SIGUSR1 brings a report in 1 s")
    func stuckPools() throws {
      let program = try Program.fixture("pools")
      program.output(until: "ready")
      let start = ContinuousClock.now
      program.signal(SIGUSR1)
      let told = Told(program.errors(until: Self.end))
      let taken = ContinuousClock.now - start
      #expect(taken < .seconds(1), "took \(taken)")
      program.end()
      let waits = told.lines.count { $0.contains("waits in lock() for condition lock") }
      #expect(waits >= 16 + ProcessInfo.processInfo.activeProcessorCount, "\(told)")
      #expect(told.text.contains("LiveFixture.swift"), "\(told)")
    }

    @Test("The thread that holds the lock may be the one that is interrupted")
    func holder() throws {
      let program = try Program.fixture("held")
      program.output(until: "ready")
      for _ in 0..<3 {
        program.signal(SIGUSR1)
      }
      let told = Told(program.errors(until: Self.end))
      program.end()
      #expect(told.text.contains("\"held by main\" is held by \"main\""), "\(told)")
    }

    @Test("A handler of the program's stays, and no report is written")
    func ownHandler() throws {
      let program = try Program.fixture("own-handler")
      program.output(until: "ready")
      program.signal(SIGUSR1)
      program.output(until: "own handler ran")
      #expect(program.end().errors == "")
    }

    @Test(
      "On request the handler is taken over, and the program's is called on",
      arguments: [
        "USR1+chain", "SIGUSR1+chain", "usr1+CHAIN", "\(SIGUSR1)+chain",
      ])
    func chain(_ setting: String) throws {
      let program = try Program.fixture("own-handler", environment: ["GRIDLOCK_SIGNAL": setting])
      program.output(until: "ready")
      program.signal(SIGUSR1)
      program.output(until: "own handler ran")
      let told = Told(program.errors(until: Self.end))
      #expect(told.text.contains("Gridlock's report on"), "\(told)")
      program.end()
    }

    @Test(
      "Another signal can be asked for, by name and by number",
      arguments: [
        ("USR2", SIGUSR2), ("SIGUSR2", SIGUSR2), ("\(SIGUSR2)", SIGUSR2), ("40", 40),
      ])
    func others(_ setting: String, _ number: Int32) throws {
      let program = try Program.fixture("work", environment: ["GRIDLOCK_SIGNAL": setting])
      program.output(until: "ready")
      program.signal(number)
      #expect(program.errors(until: Self.end).contains(Self.end))
      // What was not asked for keeps its meaning.
      program.signal(SIGUSR1)
      let end = program.wait()
      #expect(end.wasSignalled && end.status == SIGUSR1)
    }

    @Test("No signal is taken when none is wanted")
    func none() throws {
      let program = try Program.fixture("work", environment: ["GRIDLOCK_SIGNAL": "none"])
      program.output(until: "ready")
      program.signal(SIGUSR1)
      let end = program.wait()
      #expect(end.wasSignalled && end.status == SIGUSR1)
      #expect(end.errors == "")
    }

    @Test("A report is written at a normal exit when asked for")
    func atExit() throws {
      let asked = try Program.fixture("exits", environment: ["GRIDLOCK_AT_EXIT": "report"]).wait()
      #expect(asked.errors.contains(Self.end), "\(asked)")
      #expect(asked.status == 0)
      #expect(try Program.fixture("exits").wait().errors == "")
    }
  }
}
