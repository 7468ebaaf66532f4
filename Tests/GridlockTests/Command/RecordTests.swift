import Foundation
import GridlockAnalysis
import GridlockReporting
import Testing

@testable import Gridlock

extension LiveTests {
  /// `GRIDLOCK_RECORD`: where the recording goes, and what happens when it can't go there.
  @Suite struct RecordTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
    }

    private func report(_ name: String) throws -> Program.End {
      try Program.run("gridlock", ["report", folder.path(name)])
    }

    @Test("{PID} in the path becomes the process id, and the file is this user's alone")
    func processID() throws {
      let program = try Program.fixture(
        "misuse", environment: ["GRIDLOCK_RECORD": folder.path("run-{PID}.gridlock")])
      #expect(program.wait().status == 0)
      #expect(try files() == ["run-\(program.id).gridlock"])
      let path = folder.path("run-\(program.id).gridlock")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
      let end = try report("run-\(program.id).gridlock")
      #expect(Told(end.output).titles == ["warning: non-owner (certain)"], "\(end)")
    }

    @Test("A path that another process records to gets this one's id behind it")
    func inUse() throws {
      let path = folder.path("run")
      let first = try Program.fixture("cycle", environment: ["GRIDLOCK_RECORD": path])
      first.errors(until: "kill -USR1")
      let second = try Program.fixture("misuse", environment: ["GRIDLOCK_RECORD": path])
      #expect(second.wait().status == 0)
      first.end()
      #expect(try files() == ["run", "run.\(second.id)"])
      #expect(Told(try report("run").output).titles == ["error: cycle (certain)"])
      let other = try report("run.\(second.id)")
      #expect(Told(other.output).titles == ["warning: non-owner (certain)"])
      // Whose process ended is nobody's: the next one has it.
      _ = try Program.fixture("misuse", environment: ["GRIDLOCK_RECORD": path]).wait()
      #expect(Told(try report("run").output).titles == ["warning: non-owner (certain)"])
    }

    @Test(
      "A path that can't be recorded to is told once, and memory serves",
      arguments: ["missing/run", "folder", "link", "hard", "fifo", "/dev/null", "notes"])
    func unwritable(_ name: String) throws {
      try "keep".write(toFile: folder.path("target"), atomically: false, encoding: .utf8)
      symlink(folder.path("target"), folder.path("link"))
      link(folder.path("target"), folder.path("hard"))
      try "keep too".write(toFile: folder.path("notes"), atomically: false, encoding: .utf8)
      mkdir(folder.path("folder"), 0o700)
      mkfifo(folder.path("fifo"), 0o600)
      let before = try files()
      let path = name.hasPrefix("/") ? name : folder.path(name)
      let end = try Program.fixture("misuse", environment: ["GRIDLOCK_RECORD": path]).wait()
      let told = Told(end.errors)
      let warning = "can't record to \(path), as GRIDLOCK_RECORD says: "
      #expect(told.lines.count { $0.contains(warning) } == 1, "\(end)")
      #expect(told.titles == ["warning: non-owner (certain)"], "\(end)")
      #expect(end.status == 0 && !end.wasSignalled)
      #expect(try files() == before)
      #expect(try String(contentsOfFile: folder.path("target"), encoding: .utf8) == "keep")
      // Somebody's file is not a recording to be replaced.
      let notes = try String(contentsOfFile: folder.path("notes"), encoding: .utf8)
      #expect(notes == "keep too")
    }

    @Test("A forked child records beside its parent, never over it")
    func forked() throws {
      let end = try Program.fixture(
        "fork-briefly", environment: ["GRIDLOCK_RECORD": folder.path("run")]
      ).wait()
      #expect(end.status == 0, "\(end)")
      let words = end.output.split(whereSeparator: \.isWhitespace)
      let child = try #require(words.last.flatMap { Int32($0) }, "\(end)")
      #expect(try files() == ["run", "run.\(child)"])
      let parents = try report("run")
      #expect(parents.status == 0 && !parents.output.contains("child's"), "\(parents)")
      let childs = try report("run.\(child)")
      #expect(childs.output.contains("child's"), "\(childs)")
      #expect(childs.output.contains("error: self ("), "\(childs)")
    }

    @Test("Ten million events stay within the size of a recording, each kept or counted")
    func long() throws {
      let path = folder.path("run")
      let end = try Program.fixture("ten-million", environment: ["GRIDLOCK_RECORD": path]).wait()
      #expect(end.status == 0 && end.output == "done\n" && end.errors == "", "\(end)")
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
      #expect(try #require(size).intValue <= 62 << 20)
      let recording = try RecordingFile(path: path)
      #expect(recording.damage == nil)
      let run = recording.run
      #expect(UInt64(run.events.count) + run.lost == recording.arena.eventCount)
      #expect(recording.arena.eventCount >= 10_000_000)
      #expect(recording.report().findings == [])
    }

    @Test("Where a file may not grow as large as a recording, memory serves", arguments: [1, 16])
    func fileSizeLimit(_ megabytes: Int) throws {
      let shell = try Program(
        path: "/bin/bash",
        ["-c", "ulimit -f \(megabytes * 1024); exec \"$0\" misuse", Program.path("LiveFixture")],
        environment: ["GRIDLOCK_RECORD": folder.path("run")])
      let end = shell.wait()
      #expect(end.status == 0 && !end.wasSignalled, "\(end)")
      #expect(end.errors.contains("as GRIDLOCK_RECORD says: File too large"), "\(end)")
      #expect(Told(end.errors).titles == ["warning: non-owner (certain)"], "\(end)")
      #expect(try files() == [])
    }
  }
}
