import Foundation
import Testing

extension LiveTests {
  /// What `docs/faults.md` promises of hosts that something goes wrong for.
  @Suite struct FaultTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let ring = "error: cycle (probable)"

    /// Whether this user may mount things where nobody else sees them.
    private static let mayMount: Bool = {
      let end = try? Program(
        path: "/usr/bin/unshare", ["-m", "/bin/sh", "-c", "mount -t tmpfs none /mnt"]
      ).wait()
      return end?.status == 0
    }()

    /// Runs a fixture in a shell that prepares its surroundings.
    private func shell(
      _ preparation: String, _ fixture: String, environment: [String: String] = [:]
    ) throws -> Program {
      try Program(
        path: "/usr/bin/unshare",
        [
          "-m", "/bin/sh", "-c", "\(preparation); exec \"$0\" \(fixture)",
          Program.path("LiveFixture"),
        ],
        environment: environment)
    }

    @Test(
      "With every descriptor used up, locks work and a ring is told, with offsets for names",
      arguments: ["no-descriptors", "no-descriptors-left"])
    func descriptors(_ fixture: String) throws {
      let program = try Program.fixture(fixture)
      let told = Told(program.errors(until: "kill -USR1"))
      #expect(told.titles.first?.hasPrefix("error: cycle") == true, "\(told)")
      program.end()
    }

    @Test("With no memory to record to, locks are locks")
    func memory() throws {
      let end = try Program.fixture("no-memory").wait()
      #expect(end.status == 0 && !end.wasSignalled && end.output == "done\n", "\(end)")
    }

    @Test("Five thousand threads at once: those without a ring are told of, too")
    func threads() throws {
      let program = try Program.fixture("threads")
      let told = Told(program.errors(until: "kill -USR1"))
      #expect(told.titles == ["error: self (probable)"], "\(told)")
      program.end()
    }

    @Test("Without /proc a ring is told", .enabled(if: mayMount, "needs a mount namespace"))
    func noProc() throws {
      let program = try shell(
        "mount -t tmpfs none /proc", "cycle", environment: ["CASE": "cycle"])
      let told = Told(program.errors(until: "kill -USR1"))
      #expect(told.titles.first?.hasPrefix("error: cycle") == true, "\(told)")
      program.end()
    }

    @Test(
      "On a full disk a report is cut, a recording stays in memory, and the program goes on",
      .enabled(if: mayMount, "needs a mount namespace"))
    func fullDisk() throws {
      let program = try shell(
        "mount -t tmpfs -o size=4k none \(folder.path("")); echo x > \(folder.path("fill"))",
        "cycle",
        environment: [
          "GRIDLOCK_OUTPUT": folder.path("report"), "GRIDLOCK_RECORD": folder.path("run"),
        ])
      program.output(until: "ready")
      let errors = program.errors(until: "error: cycle")
      #expect(errors.contains("as GRIDLOCK_RECORD says: No space left on device"), "\(errors)")
      #expect(errors.contains("No space left"), "\(errors)")
      let end = program.end()
      #expect(end.wasSignalled)
    }

    @Test(
      "In a folder that can't be written, standard error serves",
      .enabled(if: mayMount, "needs a mount namespace"))
    func readOnly() throws {
      let path = folder.path("")
      let program = try shell(
        "mount --bind \(path) \(path) && mount -o remount,ro,bind \(path)", "cycle",
        environment: [
          "GRIDLOCK_OUTPUT": folder.path("report"), "GRIDLOCK_RECORD": folder.path("run"),
        ])
      let told = Told(program.errors(until: "kill -USR1"))
      #expect(told.titles.first?.hasPrefix("error: cycle") == true, "\(told)")
      #expect(told.lines.count { $0.contains("Read-only file system") } == 2, "\(told)")
      program.end()
    }

    @Test("Setting the wall clock moves no limit", arguments: [3600, -3600])
    func clockSteps(_ seconds: Int) throws {
      let clock = try Helper("clock", Self.steppingClock, in: folder)
      let end = try Program.fixture(
        "steps", environment: ["LD_PRELOAD": clock.path, "STEP": "\(seconds)"]
      ).wait()
      #expect(end.output == "false on time\n", "\(end)")
    }

    @Test("The time a process was stopped is nobody's holding")
    func stopped() throws {
      let input = Pipe()
      let program = try Program.fixture(
        "stopped-holding", environment: ["GRIDLOCK_LONG_HOLD": "1500"], input: input)
      program.output(until: "ready")
      program.signal(SIGSTOP)
      // What is tested is that this time does not count; it is long against the limit.
      sleep(4)
      program.signal(SIGCONT)
      input.fileHandleForWriting.write(Data([1]))
      let end = program.wait()
      #expect(end.output.hasSuffix("done\n") && !end.errors.contains("long-hold"), "\(end)")
    }

    @Test("With the allocator stuck, locks are taken and left, and a ring is told from outside")
    func allocator() throws {
      let stuck = try Helper("stuck", Self.stuckAllocator, in: folder)
      let program = try Program.fixture("allocator", environment: ["LD_PRELOAD": stuck.path])
      program.output(until: "ready")
      var told = Told("")
      // The second of the two has not come to its last lock yet, perhaps.
      let isTold = { told.titles.contains { $0.hasPrefix("error: cycle") } }
      for _ in 0..<20 where !isTold() {
        told = Told(try Program.run("gridlock", ["dump", "\(program.id)"]).output)
      }
      #expect(isTold(), "\(told)")
      program.end()
    }

    @Test("With the loader's lock held, locks are taken and left, and a ring is told")
    func loader() throws {
      let program = try Program.fixture("loader")
      program.output(until: "worked")
      let told = Told(program.errors(until: "kill -USR1"))
      #expect(told.titles == [Self.ring], "\(told)")
      let outside = Told(try Program.run("gridlock", ["dump", "\(program.id)"]).output)
      #expect(outside.titles == [Self.ring], "\(outside)")
      program.end()
    }

    @Test("A thread that is cancelled with a lock held is told of, and who waits for it")
    func cancelled() throws {
      let program = try Program.fixture("cancelled")
      program.output(until: "ready")
      let told = Told(try Program.run("gridlock", ["dump", "\(program.id)"]).output)
      #expect(told.titles == ["error: exit-holding (probable)"], "\(told)")
      program.end()
    }

    @Test("What a crashed process recorded can be read")
    func crashed() throws {
      let path = folder.path("run")
      let program = try Program.fixture("crashes", environment: ["GRIDLOCK_RECORD": path])
      let end = program.wait()
      #expect(end.wasSignalled && end.status == SIGSEGV, "\(end)")
      let report = try Program.run("gridlock", ["report", path, "--json"])
      #expect(report.status == 0 && report.errors == "", "\(report.errors)")
      #expect(report.output.contains("\"witness\""))
    }

    @Test("A lock taken through a library that was unloaded is told, its caller without a name")
    func unloaded() throws {
      let library = try Helper("through", Self.passingOn, in: folder)
      let program = try Program.fixture("unloaded", environment: ["LIBRARY": library.path])
      let told = Told(program.errors(until: "kill -USR1"))
      #expect(told.titles.first?.hasPrefix("error: self") == true, "\(told)")
      program.end()
    }

    @Test("A C++ exception that goes through a locked region leaves nothing behind")
    func exception() throws {
      let library = try Helper("guard", Self.throwing, isPlusPlus: true, in: folder)
      let end = try Program.fixture("exception", environment: ["LIBRARY": library.path]).wait()
      #expect(end.status == 0 && end.output == "done\n" && end.errors == "", "\(end)")
    }

    @Test("A program may fork before it uses a lock, and both go on")
    func forkFirst() throws {
      for _ in 0..<10 {
        let end = try Program.fixture("fork-first").wait()
        #expect(end.status == 0 && end.output == "child done\ndone\n", "\(end)")
        #expect(end.errors == "", "\(end)")
      }
    }

    @Test("Two threads of a forked child may be in the detector at the same time")
    func forkBusy() throws {
      for _ in 0..<3 {
        let end = try Program.fixture("fork-busy").wait()
        #expect(end.status == 0 && end.output == "child done\ndone\n", "\(end)")
        #expect(end.errors == "", "\(end)")
      }
    }
  }
}
