import Foundation
import Testing

/// What the trait does, seen from outside: fixtures run in processes of their own.
@Suite struct DeadlockCheckTests {
  @Test func `ten tests that hang fail with their own reports, ten pass, and the run ends`() throws
  {
    let run = try FixtureRun("hanging", suite: "HangingTests")
    #expect(run.status == 1)
    for number in 1...10 {
      #expect(run.issues(of: number).count == 1, "argument \(number)")
      #expect(
        run.issues(of: number).allSatisfy { $0.contains(" \(number)\"") }, "argument \(number)")
    }
    for number in 11...20 { #expect(run.issues(of: number).isEmpty, "argument \(number)") }
    #expect(run.output.contains("with 10 issues"), "\(run.output)")
  }

  @Test func `other reasons fail, with leave or below the threshold nothing does`() throws {
    let run = try FixtureRun("other", suite: "OtherTests")
    #expect(run.status == 1)
    #expect(
      run.firstLines == [
        "does not end in its time": "`does not end in its time`() did not end in 0.3 seconds.",
        "hangs in a lock made outside":
          "Gridlock: error: self (probable): a thread waits for condition lock \"shared\", which it "
          + "holds itself",
        "hangs with leave, and is ended by its deadline":
          "`hangs with leave, and is ended by its deadline`() did not end in 0.5 seconds.",
        "releases what it does not hold":
          "Gridlock: warning: non-owner (certain): a thread called unlock() on condition lock \"not "
          + "held\", which nobody held",
      ], "\(run.output)")
  }

  @Test func `a test that passed by luck fails for what is predicted`() throws {
    let run = try FixtureRun("lucky", suite: "LuckyTests")
    #expect(run.status == 1)
    #expect(
      run.firstLines == [
        "passes by luck":
          "Gridlock: warning: cycle (predicted, possible): nothing hung this time, but \"one\" and "
          + "\"two\" would wait for each other's locks \"left\" and \"right\""
      ], "\(run.output)")
  }

  @Test func `an explored test fails with its schedule, which the variable replays`() throws {
    let run = try FixtureRun("explored", suite: "ExploredTests")
    #expect(run.status == 1)
    #expect(Set(run.failed) == ["fails in some schedule", "expects too much in some schedule"])
    #expect(run.output.contains("broken-chain (certain)"), "\(run.output)")
    #expect(run.output.contains("Expectation failed: (lock.condition → 1) == 0"), "\(run.output)")
    let printed = try #require(
      run.output.firstMatch(
        of: /GRIDLOCK_SCHEDULE='([^']*HangingTests[^']*)'.*\n(?:.*\n)*?.*"sets twice"/))
    let again = try FixtureRun(
      "explored", suite: "ExploredTests",
      environment: ["GRIDLOCK_SCHEDULE": String(printed.output.1)])
    #expect(again.output.contains("Gridlock: schedule 1 failed: \"body\", \"waits\""))
    // The others are explored as ever.
    #expect(Set(again.failed) == Set(run.failed))
  }

  @Test func `a test that uses no lock was not checked, and says so`() throws {
    let run = try FixtureRun("idle", suite: "IdleTests")
    #expect(run.status == 1)
    #expect(
      run.firstLines == [
        "uses no lock":
          "The test used no Gridlock lock, so there was nothing to check. Are its locks Gridlock's? "
          + "If it is meant so, say .deadlockChecked(allowsNoOperations: true)."
      ], "\(run.output)")
  }

  @Test func `what is stuck beyond help ends the run, with the names of what did not end`() throws {
    let run = try FixtureRun("beyond help", suite: "BeyondHelpTests")
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        """
        Gridlock: these tests can't be ended, and the process is:
          `is stuck outside Gridlock`()
        `is stuck outside Gridlock`() did not end in 0.1 seconds.
        """), "\(run.output)")
  }

  @Test func `a build that records nothing says so`() throws {
    let run = try FixtureRun(
      "idle", suite: "IdleTests", environment: ["GRIDLOCK": "off"])
    #expect(run.status == 1)
    #expect(
      run.output.contains("Gridlock records nothing in this build, so the test was not checked"))
  }

}

/// A fixture's tests, run by this test program in a process of its own.
struct FixtureRun {
  let status: Int32
  let output: String

  init(
    _ fixture: String, suite: String, environment more: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", suite]
    var environment = ProcessInfo.processInfo.environment
    environment["GRIDLOCK_TEST_FIXTURE"] = fixture
    for (name, value) in more { environment[name] = value }
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// The names of the tests for which an issue was recorded that is not known.
  var failed: [String] {
    output.split(separator: "\n").filter {
      $0.hasPrefix("✘ Test \"") && $0.contains(" failed after ")
    }
    .map { String($0.split(separator: "\"")[1]) }
  }

  /// The first line of each test's issue, by the test's name; threads without a name lose their
  /// number.
  var firstLines: [String: String] {
    let lines = output.split(separator: "\n")
    var found: [String: String] = [:]
    for (line, next) in zip(lines, lines.dropFirst())
    where line.hasPrefix("✘ Test \"") && line.contains("recorded an issue") {
      let name = line.split(separator: "\"")[1]
      let text = next.drop { $0 == "↳" || $0 == " " }
      found[String(name)] = String(text).replacing(/thread #\d+/, with: "a thread")
    }
    return found
  }

  /// What was recorded for the test case with this argument, from the issue's line to the next mark.
  func issues(of argument: Int) -> [String] {
    var found: [String] = []
    var isIn = false
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.first == "✘" || line.first == "◇" || line.first == "✔" {
        isIn = line.contains("recorded an issue") && line.contains("number → \(argument) ")
        if isIn { found.append(String(line)) }
      } else if isIn {
        found[found.count - 1] += "\n" + line
      }
    }
    return found
  }
}
