import Foundation
import GridlockFuzzing
import Testing

/// The corpus again, and what comes of it by chance with fixed seeds.
@Suite("Fuzzing", .timeLimit(.minutes(10)))
struct FuzzTests {
  private static let corpus = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz/corpus")

  private static func files(of target: FuzzTarget) throws -> [[UInt8]] {
    let place = corpus.appendingPathComponent(target.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    return try names.map { try Array(Data(contentsOf: place.appendingPathComponent($0))) }
  }

  @Test("What was found before stays mended", arguments: FuzzTarget.allCases)
  func replay(_ target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    #expect(!files.isEmpty)
    for file in files { file.withUnsafeBytes { target.run($0) } }
  }

  @Test("A corrupt arena is read or refused")
  func arenas() {
    var mutator = Mutator(seed: 0xa7e4a)
    let whole = ArenaImage.small()
    whole.withUnsafeBytes { FuzzTarget.arena.run($0) }
    for _ in 0..<20_000 {
      mutator.mutate(whole).withUnsafeBytes { FuzzTarget.arena.run($0) }
    }
  }

  @Test("A corrupt scenario is read or refused")
  func scenarios() throws {
    var mutator = Mutator(seed: 0x5ce4a)
    let files = try Self.files(of: .scenario)
    let words = [
      "repeat 65535 { ", " }", "T1:", "init:", "lock ", "unlock ", "\n", "expect:", "order:",
      "hang:",
      "9223372036854775807", "-", "\u{0}", "é", "#",
    ].map { Array($0.utf8) }
    for _ in 0..<300 {
      for file in files {
        mutator.mutate(file, words: words).withUnsafeBytes { FuzzTarget.scenario.run($0) }
      }
    }
  }

  @Test("A corrupt recording is read or refused")
  func recordings() throws {
    var mutator = Mutator(seed: 0x4ec04d)
    for file in try Self.files(of: .recording) {
      for _ in 0..<400 {
        mutator.mutate(file).withUnsafeBytes { FuzzTarget.recording.run($0) }
      }
    }
  }

  @Test(
    "Names and lines of files are told as they are, or escaped",
    arguments: [FuzzTarget.rendering, .suppression])
  func texts(_ target: FuzzTarget) throws {
    var mutator = Mutator(seed: 0x7e475)
    let words = [
      "<", "</script>", "<!--", "\"", "\\", "'", "&", "\u{202e}", "\u{2028}", "\u{0}", "]]>", "\n",
      "*: ", " && ", "cycle: ", "*", "#", ":",
    ].map { Array($0.utf8) }
    for file in try Self.files(of: target) {
      for _ in 0..<100 {
        mutator.mutate(file, words: words).withUnsafeBytes { target.run($0) }
      }
    }
  }
}
