import Foundation
import Testing

extension LiveTests {
  @Suite struct EnvironmentTests {
    @Test(
      "An unknown value is told once, with what is accepted, and the default is kept",
      arguments: [
        ("GRIDLOCK", "loud", "off, events, stacks"),
        ("GRIDLOCK_REACTION", "explode", "ignore, report, abort"),
        ("GRIDLOCK_SIGNAL", "KILL", "none, USR1, USR2, a number from 1 to 64"),
        ("GRIDLOCK_SIGNAL", "9", "none, USR1, USR2, a number from 1 to 64"),
        ("GRIDLOCK_LONG_HOLD", "0", "milliseconds from 1 to 86400000"),
        ("GRIDLOCK_LONG_WAIT", "soon", "milliseconds from 1 to 86400000"),
        ("GRIDLOCK_AT_EXIT", "maybe", "nothing, report"),
      ])
    func unknown(_ name: String, _ value: String, _ accepted: String) throws {
      let end = try Program.fixture("misuse", environment: [name: value]).wait()
      let warnings = Told(end.errors).lines.filter { $0.contains("\(name)=") }
      #expect(warnings.count == 1, "\(end.errors)")
      #expect(warnings.first?.contains("\(name)=\(value)") == true)
      #expect(warnings.first?.contains(accepted) == true, "\(end.errors)")
      // As by default: recorded, reported, with stacks, and nothing at exit.
      #expect(Told(end.errors).titles == ["warning: non-owner (certain)"], "\(end.errors)")
      #expect(end.errors.contains("LiveFixture.swift"))
      #expect(end.status == 0)
    }

    @Test("A name that is almost a variable is told, others are the program's own")
    func misspelled() throws {
      let end = try Program.fixture(
        "exits",
        environment: ["GRIDLOCK_OUPUT": "x", "GRIDLOCK_REPORTS": "x", "GRIDLOCKS_DATABASE": "x"]
      ).wait()
      #expect(
        end.errors
          == "Gridlock: GRIDLOCK_OUPUT is set, which is no variable of Gridlock's; GRIDLOCK_OUTPUT is one.\n"
      )
    }

    @Test("The modes do what they say")
    func modes() throws {
      let off = try Program.fixture("misuse", environment: ["GRIDLOCK": "off"]).wait()
      #expect(off.errors == "" && off.status == 0, "\(off)")
      let events = try Program.fixture("misuse", environment: ["GRIDLOCK": "events"]).wait()
      #expect(Told(events.errors).titles == ["warning: non-owner (certain)"], "\(events)")
      #expect(!events.errors.contains("LiveFixture.swift:"), "\(events)")
    }

    @Test("Reports go to a file of this user alone, with the process in its name")
    func file() throws {
      let folder = try Folder()
      let program = try Program.fixture(
        "misuse", environment: ["GRIDLOCK_OUTPUT": folder.path("report-{PID}.txt")])
      let end = program.wait()
      #expect(end.errors == "", "\(end)")
      let path = folder.path("report-\(program.id).txt")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(Told(text).titles == ["warning: non-owner (certain)"])
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test(
      "A path that can't be written to is told once, and standard error serves",
      arguments: [
        "missing/report.txt", "link.txt", "folder", "fifo", "/dev/full",
      ])
    func unwritable(_ name: String) throws {
      let folder = try Folder()
      try "keep".write(toFile: folder.path("target.txt"), atomically: false, encoding: .utf8)
      symlink(folder.path("target.txt"), folder.path("link.txt"))
      mkdir(folder.path("folder"), 0o700)
      mkfifo(folder.path("fifo"), 0o600)
      let path = name.hasPrefix("/") ? name : folder.path(name)
      let end = try Program.fixture(
        "misuse",
        environment: [
          "GRIDLOCK_OUTPUT": path, "GRIDLOCK_AT_EXIT": "report",
        ]
      ).wait()
      let told = Told(end.errors)
      let complaints = told.lines.filter { $0.hasPrefix("Gridlock: can't write to \(path): ") }
      #expect(complaints.count == 1, "\(end)")
      #expect(told.titles.first == "warning: non-owner (certain)", "\(end)")
      #expect(end.errors.contains(SignalTests.end))
      #expect(end.status == 0)
      #expect(try String(contentsOfFile: folder.path("target.txt"), encoding: .utf8) == "keep")
    }
  }
}
