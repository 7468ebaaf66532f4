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
}

/// A fixture's tests, run by this test program in a process of its own.
struct FixtureRun {
  let status: Int32
  let output: String

  init(_ fixture: String, suite: String, environment more: [String: String] = [:]) throws {
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
