import Foundation
import Testing

extension LiveTests {
  @Suite struct DumpTests {
    private func dump(_ arguments: String...) throws -> Program.End {
      try Program.run("gridlock", ["dump"] + arguments)
    }

    @Test("A hung process is explained from outside, and goes on unharmed")
    func hung() throws {
      let program = try Program.fixture("cycle")
      program.errors(until: "kill -USR1")
      for _ in 0..<2 {
        let end = try dump("\(program.id)")
        #expect(end.status == 1, "\(end)")
        #expect(Told(end.output).titles == ["error: cycle (certain)"], "\(end)")
        #expect(end.output.contains("LiveFixture.swift"))
      }
      let json = try dump("\(program.id)", "--json")
      #expect(json.status == 1)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      }
      program.end()
    }

    @Test("The finding of the hang names the process and the command for a dump")
    func hint() throws {
      let program = try Program.fixture("cycle")
      let told = program.errors(until: "kill -USR1 \(program.id)")
      #expect(told.contains("gridlock dump \(program.id)"), "\(told)")
      #expect(Told(told).titles == ["error: cycle (certain)"], "\(told)")
      program.end()
    }

    @Test("A stopped process is read all the same, and stays stopped")
    func stopped() throws {
      let program = try Program.fixture("cycle")
      program.errors(until: "kill -USR1")
      program.signal(SIGSTOP)
      let end = try dump("\(program.id)")
      #expect(end.status == 1)
      #expect(Told(end.output).titles == ["error: cycle (certain)"], "\(end)")
      #expect(try Self.state(of: program.id).hasPrefix("T"))
      program.end()
    }

    @Test("What the rings no longer hold is no misuse")
    func wrapped() throws {
      let program = try Program.fixture("wrapped")
      program.output(until: "ready")
      let end = try dump("\(program.id)")
      #expect(end.status == 0)
      #expect(Told(end.output).titles == [], "\(end)")
      #expect(end.output.contains("events were lost"), "\(end)")
      program.end()
    }

    @Test("A holder that does not wait itself is told with the system call it is in")
    func holder() throws {
      let program = try Program.fixture("held")
      program.output(until: "ready")
      let end = try dump("\(program.id)")
      #expect(
        end.output.contains(
          "    which sleeps in \(HolderTests.pause)() (")
          && end.output.contains(
            "      (no stack: none is taken from outside; gridlock dump --signal has one taken)"),
        "\(end)")
      let json = try dump("\(program.id)", "--json")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      let threads = (object as? [String: Any])?["threads"] as? [[String: Any]]
      let activities = threads?.compactMap { $0["activity"] as? [String: Any] }
      #expect(activities?.count == 1 && activities?.first?["state"] as? String == "S")
      program.end()
    }

    @Test("With --signal the process writes its own report")
    func signal() throws {
      let program = try Program.fixture("held")
      program.output(until: "ready")
      let end = try dump("\(program.id)", "--signal")
      #expect(end.status == 0 && end.output == "", "\(end)")
      #expect(program.errors(until: SignalTests.end).contains("Gridlock's report on LiveFixture"))
      program.end()
    }

    @Test("A process that does not catch the signal is not killed by it")
    func refusal() throws {
      let program = try Program.fixture("work", environment: ["GRIDLOCK_SIGNAL": "none"])
      program.output(until: "ready")
      let end = try dump("\(program.id)", "--signal")
      #expect(end.status == 2)
      #expect(end.errors.contains("does not catch SIGUSR1 and would be killed by it"), "\(end)")
      // Read from outside it can be.
      #expect(try dump("\(program.id)").status == 0)
      program.end()
    }

    @Test("A process with nothing recorded, and one that is not there, are told apart")
    func nothing() throws {
      let program = try Program.fixture("idle")
      program.output(until: "ready")
      let end = try dump("\(program.id)")
      #expect(end.status == 2)
      #expect(end.errors.contains("has nothing recorded"), "\(end)")
      program.end()
      let gone = try dump("\(program.id)")
      #expect(gone.status == 2)
      #expect(gone.errors.contains("there is no process \(program.id)"), "\(gone)")
    }

    @Test("Words that are no process id are refused", arguments: ["x", "-1", "0", "--all"])
    func words(_ word: String) throws {
      let end = try dump(word)
      #expect(end.status == 2)
      #expect(end.errors.contains("'\(word)' is no process id"), "\(end)")
    }

    @Test("A child made by fork shows its own hang, and its parent none")
    func forked() throws {
      let program = try Program.fixture("fork")
      let output = program.output(until: "child ")
      program.output(until: "ready")
      let whole = program.output(until: "\n")
      let child = (output + whole).split(separator: "\n").compactMap { line in
        line.hasPrefix("child ") ? Int32(line.dropFirst(6)) : nil
      }.first
      let id = try #require(child)
      var of = try dump("\(id)")
      let limit = ContinuousClock.now + .seconds(15)
      // It says so before its thread has come to wait.
      while !of.output.contains("\"child's\""), ContinuousClock.now < limit {
        of = try dump("\(id)")
      }
      #expect(of.output.contains("\"child's\""), "\(of)")
      #expect(of.output.contains("before fork"), "\(of)")
      let parents = try dump("\(program.id)")
      #expect(parents.status == 0, "\(parents)")
      #expect(!parents.output.contains("\"child's\""), "\(parents)")
      kill(id, SIGKILL)
      program.end()
    }

    private static func state(of process: Int32) throws -> String {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("State:") } ?? ""
      return line.dropFirst(6).trimmingCharacters(in: .whitespaces)
    }
  }
}
