import Foundation
import Testing

extension LiveTests {
  @Suite struct WatchTests {
    @Test("watch shows locks, holders, waiters and what is stuck, in plain lines")
    func hung() throws {
      let program = try Program.fixture("cycle")
      program.errors(until: "kill -USR1")
      let end = try Program.run(
        "gridlock", ["watch", "\(program.id)", "--count", "2", "--interval", "0.05"])
      #expect(end.status == 0)
      let looks = Told(end.output).normalized.components(separatedBy: "\n\n")
      #expect(looks.count == 2, "\(end)")
      let shown = looks[0].split(separator: "\n").map(String.init)
      #expect(shown.count == 7, "\(end)")
      #expect(shown[0].hasSuffix(": 3 threads (3 waiting), 2 locks (2 held)"), "\(end)")
      #expect(shown[1].hasPrefix("error: cycle (certain): "), "\(end)")
      for line in [
        #"condition lock "right" at 0, held by "second" for TIME"#,
        #"  waited for by "first" for TIME"#,
        #"condition lock "left" at 0, held by "first" for TIME"#,
        #"  waited for by "second" for TIME"#,
        #""main" waits for "first" to end for TIME"#,
      ] {
        #expect(shown.contains(line), "\(end)")
      }
      #expect(!end.output.contains("\u{1b}"))
      program.end()
    }

    @Test("watch tells values that are waited for, and how much is done a second")
    func busy() throws {
      let program = try Program.fixture("busy")
      program.output(until: "ready")
      let end = try Program.run(
        "gridlock", ["watch", "\(program.id)", "--count", "3", "--interval", "0.05"])
      #expect(end.output.contains("condition lock \"ring\" at "), "\(end)")
      #expect(end.output.contains(" events/s"), "\(end)")
      #expect(end.output.contains(" to become "), "\(end)")
      program.end()
    }

    @Test("watch ends by itself when the process ends, also before that is waited for")
    func ends() throws {
      let program = try Program.fixture("held")
      program.output(until: "ready")
      let watch = try Program("gridlock", ["watch", "\(program.id)", "--interval", "600"])
      watch.output(until: "held by main")
      program.signal(SIGKILL)
      let end = watch.wait()
      #expect(end.status == 0 && end.output.hasSuffix("The process has ended.\n"), "\(end)")
      program.end()
    }

    @Test("watch of a process with nothing recorded gives 2")
    func nothing() throws {
      let program = try Program.fixture("idle")
      program.output(until: "ready")
      let end = try Program.run("gridlock", ["watch", "\(program.id)"])
      #expect(end.status == 2 && end.errors.contains("has nothing recorded"), "\(end)")
      program.end()
    }
  }
}
