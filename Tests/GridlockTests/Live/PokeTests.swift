import Foundation
import Testing

@testable import Gridlock

extension LiveTests {
  /// `gridlock dump PID --poke`.
  @Suite struct PokeTests {
    private func poke(_ program: Program) throws -> Program.End {
      try Program.run("gridlock", ["dump", "\(program.id)", "--poke"])
    }

    @Test("Waiters of every kind are woken, test, and wait on: no wake-up was lost")
    func waiters() throws {
      let program = try Program.fixture("waiters")
      program.output(until: "ready")
      for _ in 0..<3 {
        let end = try poke(program)
        #expect(end.status == 0, "\(end)")
        #expect(end.output == "0 of 4 waits went on: no wake-up was lost\n", "\(end)")
      }
      // They wait as before, and the program's own report was not asked for.
      let dump = try Program.run("gridlock", ["dump", "\(program.id)"])
      #expect(dump.output.contains("(4 waiting)"), "\(dump)")
      #expect(!program.end().errors.contains(SignalTests.end))
    }

    @Test("A waiter that could have gone for long goes on, and the lost wake-up is told")
    func lost() throws {
      let program = try Program.fixture("lost-wakeup")
      program.output(until: "ready")
      let end = try poke(program)
      #expect(end.status == 1, "\(end)")
      #expect(
        end.output
          == "1 of 1 wait went on, 1 of them long after it could have: a wake-up was lost\n",
        "\(end)")
      #expect(program.output(until: "waiter ended").contains("went on"))
      program.end()
    }

    @Test("Where nobody waits, it says so")
    func nobody() throws {
      let program = try Program.fixture("work")
      program.output(until: "ready")
      let end = try poke(program)
      #expect(end.status == 0 && end.output == "nobody waits: there was no one to wake\n", "\(end)")
      program.end()
    }

    @Test("A process that hangs in a ring hangs on, and is told that it is no lost wake-up")
    func ring() throws {
      let program = try Program.fixture("cycle")
      program.errors(until: "kill -USR1")
      let end = try poke(program)
      // The main thread waits for a thread to end: no lock's wake-up ends that.
      #expect(end.output == "0 of 2 waits went on: no wake-up was lost\n", "\(end)")
      program.end()
    }

    @Test("A program that moves is not disturbed")
    func busy() throws {
      let program = try Program.fixture("busy")
      program.output(until: "ready")
      for _ in 0..<5 {
        let end = try poke(program)
        #expect(end.status == 0, "\(end)")
        #expect(!end.output.contains("was lost\n") || end.output.contains("no wake-up was lost"))
      }
      program.end()
    }

    @Test("A process that does not catch the signal, or handles it itself, is left alone")
    func refused() throws {
      let none = try Program.fixture("work", environment: ["GRIDLOCK_SIGNAL": "none"])
      none.output(until: "ready")
      let end = try poke(none)
      #expect(end.status == 2, "\(end)")
      #expect(end.errors.contains("does not catch SIGUSR1"), "\(end)")
      #expect(try Program.run("gridlock", ["dump", "\(none.id)"]).status == 0)
      none.end()
    }

    @Test("What came of it is told in whole sentences")
    func sentences() {
      func sentence(_ waits: Int, _ wentOn: Int, _ lost: Int, _ late: Int) -> String? {
        PokeOutcome(note: "7 \(waits) \(wentOn) \(lost) \(late)", for: 7)?.sentence
      }
      #expect(sentence(5, 0, 0, 0) == "0 of 5 waits went on: no wake-up was lost")
      #expect(
        sentence(5, 2, 0, 0)
          == "2 of 5 waits went on, by what happened meanwhile: no wake-up was lost")
      #expect(
        sentence(5, 3, 2, 0)
          == "3 of 5 waits went on, 2 of them long after they could have: wake-ups were lost")
      #expect(
        sentence(5, 1, 0, 1)
          == "1 of 5 waits went on; 1 did not test again in time: nothing can be said of it")
      #expect(PokeOutcome(note: "7 1 1 1", for: 7) == nil)
      #expect(PokeOutcome(note: "8 1 1 1 1", for: 7) == nil)
    }
  }
}
