import Foundation

/// A child process whose output goes to a file, so that no pipe can fill up.
final class Child {
  private let process = Process()
  private let file: URL
  private let reports: URL
  private let recordings: URL

  /// Starts this program again, or another, with arguments.
  init(_ arguments: [String], program: String? = nil) {
    let name = "gridlock-torture-\(UUID().uuidString)"
    file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    reports = file.appendingPathExtension("reports")
    recordings = file.appendingPathExtension("recordings")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    process.executableURL =
      program.map { URL(fileURLWithPath: $0) } ?? Bundle.main.executableURL!
    process.arguments = arguments
    if arguments.first == "run" {
      // Reports come hundreds of times; findings alone are told on standard error.
      var environment = ProcessInfo.processInfo.environment
      environment["GRIDLOCK_OUTPUT"] = reports.path
      // One for each process made by fork, too.
      try? FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
      environment["GRIDLOCK_RECORD"] = recordings.appendingPathComponent("{PID}").path
      process.environment = environment
    }
    let output = try? FileHandle(forWritingTo: file)
    process.standardOutput = output
    process.standardError = output
    do {
      try process.run()
    } catch {
      fail("can't start \(arguments): \(error)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.removeItem(at: reports)
    try? FileManager.default.removeItem(at: recordings)
  }

  var id: pid_t { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  /// What a process that runs programs has recorded, and those it made by fork.
  var recorded: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: recordings.path)) ?? []
    return names.sorted().map { recordings.appendingPathComponent($0).path }
  }
  var output: String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The exit status, or minus the signal that ended it.
  var status: Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }

  /// Waits for its end; ends it itself when that takes too long.
  func wait(seconds: TimeInterval) {
    let limit = Date(timeIntervalSinceNow: seconds)
    while process.isRunning, Date() < limit { usleep(5_000) }
    if process.isRunning { end() }
  }

  func end() {
    kill(id, SIGCONT)
    kill(id, SIGKILL)
    process.waitUntilExit()
  }

  /// Prints what it said and ends the run.
  func giveUp(_ message: String) -> Never {
    if process.isRunning { end() }
    print(output.suffix(20_000))
    print("torture: FAILED: \(message); ended with \(status)")
    exit(1)
  }
}
