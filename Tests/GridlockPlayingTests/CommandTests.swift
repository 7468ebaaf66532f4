import Foundation
import Testing

/// `gridlock check` and `gridlock play` as a user runs them.
@Suite(.serialized) struct CommandTests {
  private static let ring = """
    init: L1(0), L2(0)
    T1: lock L1; lock L2; unlock L2; unlock L1
    T2: lock L2; lock L1; unlock L1; unlock L2
    order: T1.1 T2.1 T1.2! T2.2!
    hang: some
    expect: cycle | order

    """

  private static let fine = """
    init: L1(0)
    T1: lock L1; unlock L1
    T2: lock L1; unlock L1
    hang: never
    expect: none

    """

  @Test(
    "A file whose words hold gives 0, one whose words do not gives 1", arguments: ["check", "play"])
  func statuses(_ verb: String) throws {
    let folder = try Folder()
    let ring = try folder.file("ring.scenario", Self.ring)
    let fine = try folder.file("fine.scenario", Self.fine)
    let wrong = try folder.file(
      "wrong.scenario", Self.ring.replacingOccurrences(of: "cycle | order", with: "drift"))
    #expect(try run(verb, ring, fine).status == 0)
    #expect(try run(verb, ring, wrong).status == 1)
  }

  @Test("Each file is one line of JSON", arguments: ["check", "play"])
  func json(_ verb: String) throws {
    let folder = try Folder()
    let ring = try folder.file("ring.scenario", Self.ring)
    let fine = try folder.file("fine.scenario", Self.fine)
    let end = try run(verb, ring, fine, "--json")
    let lines = end.output.split(separator: "\n")
    #expect(lines.count == 2, "\(end)")
    let objects = try lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["file"] as? String } == [ring, fine])
    #expect(objects.allSatisfy { $0["ok"] as? Bool == true })
    let findings = objects.first?["findings"] as? [[String: Any]] ?? []
    #expect(findings.contains { $0["kind"] as? String == "cycle" }, "\(end)")
    #expect((objects.last?["findings"] as? [[String: Any]])?.isEmpty == true)
  }

  @Test(
    "What does not parse is told with file, line and column; the others still run",
    arguments: ["check", "play"])
  func unreadable(_ verb: String) throws {
    let folder = try Folder()
    let broken = try folder.file("broken.scenario", "init: L1(0)\nT1: lock L1; unlok L1\n")
    let fine = try folder.file("fine.scenario", Self.fine)
    let end = try run(verb, broken, folder.path("missing.scenario"), fine)
    #expect(end.status == 2)
    let all = end.output + end.errors
    #expect(all.contains("broken.scenario:2:14: error: expected"), "\(end)")
    #expect(all.contains("missing.scenario"), "\(end)")
    #expect(all.contains("fine.scenario: hang:"), "\(end)")
  }

  @Test("Files with tasks or queues are not played yet, and skipped")
  func skipped() throws {
    let folder = try Folder()
    let file = try folder.file(
      "tasks.scenario", "init: L1(0), P(2)\nA1: lock L1; unlock L1\nhang: never\n")
    let end = try run("play", file)
    #expect(end.status == 0, "\(end)")
    #expect(end.output.contains("not yet"), "\(end)")
  }

  @Test("Our own cases come out as they say", arguments: ["check", "play"])
  func ownCases(_ verb: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../GridlockScenariosTests/Scenarios").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("OWN-") }.sorted().map { folder + "/" + $0 }
    #expect(files.count >= 200)
    let end = try run([verb] + files)
    let wrong = end.output.split(separator: "\n").filter { $0.contains("NOT AS EXPECTED") }
    #expect(end.status == 0, "\(wrong.joined(separator: "\n"))")
  }

  private func run(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
    try run(words)
  }

  private func run(_ words: [String]) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("gridlock")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, "")
  }
}

/// A folder that goes away with the test.
private final class Folder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func file(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }
}
