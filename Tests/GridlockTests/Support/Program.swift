import Foundation
import Synchronization
import Testing

/// A built program of this package, run in a process of its own and ended with the test.
final class Program: Sendable {
  /// What a program that ended left behind.
  struct End {
    var status: Int32
    var wasSignalled: Bool
    var output: String
    var errors: String
  }

  private let process = Process()
  private let output: Reader
  private let errors: Reader

  /// No program lives longer than this, so that no read blocks for good.
  static let mostSeconds = 30

  static var folder: URL {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  convenience init(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    try self.init(path: Program.path(name), arguments, environment: environment)
  }

  init(
    path: String, _ arguments: [String], environment: [String: String] = [:], input: Pipe? = nil
  ) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("GRIDLOCK") }
      .merging(environment) { $1 }
    process.standardInput = input ?? FileHandle.nullDevice
    output = Reader()
    errors = Reader()
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    try process.run()
    let id = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Program.mostSeconds)) {
      [weak self] in
      if self != nil { kill(id, SIGKILL) }
    }
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var id: Int32 { process.processIdentifier }

  /// Reads standard output until this text has come; answers all that came so far.
  @discardableResult
  func output(until text: String) -> String { output.read(until: text) }

  /// Reads standard error until this text has come; answers all that came so far.
  @discardableResult
  func errors(until text: String) -> String { errors.read(until: text) }

  func signal(_ number: Int32) { kill(id, number) }

  /// Ends it by force and answers what it wrote.
  @discardableResult
  func end() -> End {
    kill(id, SIGKILL)
    return wait()
  }

  /// Waits for it to end by itself.
  func wait() -> End {
    let output = output.readAll()
    let errors = errors.readAll()
    process.waitUntilExit()
    return End(
      status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
      output: output, errors: errors)
  }

  /// Runs a program to its end.
  static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> End {
    try Program(name, arguments, environment: environment).wait()
  }

  /// The program of this package that gets itself into trouble.
  static func fixture(
    _ name: String, environment: [String: String] = [:], input: Pipe? = nil
  ) throws -> Program {
    try Program(path: path("LiveFixture"), [name], environment: environment, input: input)
  }
}

/// One end of a pipe, read as text.
private final class Reader: Sendable {
  let pipe = Pipe()
  private let text = Mutex(Data())

  func read(until end: String) -> String {
    let end = Data(end.utf8)
    while text.withLock({ $0.range(of: end) == nil }) {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      text.withLock { $0.append(more) }
    }
    return text.withLock { String(decoding: $0, as: UTF8.self) }
  }

  func readAll() -> String {
    let rest = pipe.fileHandleForReading.readDataToEndOfFile()
    return text.withLock {
      $0.append(rest)
      return String(decoding: $0, as: UTF8.self)
    }
  }
}
