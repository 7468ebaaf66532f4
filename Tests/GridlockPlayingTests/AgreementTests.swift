import Foundation
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockPlaying
import GridlockReporting
import GridlockScenarios
import Testing

/// The same detectors over the live state and over the events of the same run.
@Suite(.serialized) struct AgreementTests {
  @Test("Live and offline find the same in one run", arguments: Case.all)
  func agree(_ file: Case) async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [file] in
      try Case.playAndCompare(file)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let live = text.split(separator: "\n").first { $0.hasPrefix("live: ") }?.dropFirst(6)
    let offline = text.split(separator: "\n").first { $0.hasPrefix("offline: ") }?.dropFirst(9)
    #expect(live != nil && live == offline, "\(file.name)\n\(text)")
  }
}

/// A scenario file with threads only.
struct Case: Codable, CustomTestStringConvertible, Sendable {
  var name: String

  var testDescription: String { name }

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../GridlockScenariosTests/Scenarios")
  }

  static let all: [Case] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".scenario") }.sorted().map { Case(name: $0) }
      .filter { (try? $0.scenario()).map { ScenarioPlayer($0).isPlayable } ?? false }
  }()

  func scenario() throws -> Scenario {
    let file = Case.folder.appendingPathComponent(name)
    return try ScenarioParser.parse(String(contentsOf: file, encoding: .utf8), file: name)
  }

  // What differs by design: live, a wait is judged while it lasts, and one that ended by itself was
  // told; the events are judged by where they end. Notes are views of an instant, and left out.

  /// Kinds that only the passing of time, or counters in the locks, can show: no replay has them.
  private static let liveOnly: Set<Finding.Kind> = [.longHold, .longWait, .starvation, .herd]
  /// Louder offline: live, nobody notes which locks a setter holds.
  private static let louderOffline: Set<Finding.Kind> = [.waitHolding]

  /// Plays in this process, feeds the events of the run to the analyzer, and prints both answers.
  static func playAndCompare(_ file: Case) throws {
    let outcome = ScenarioPlayer(try file.scenario()).play()
    guard let arena = Arena.own else { return }
    var analyzer = Analyzer()
    for lock in outcome.state.locks.values.sorted(by: { $0.id < $1.id }) {
      var fresh = LockState(
        id: lock.id, kind: lock.kind, name: lock.name, creation: lock.creation, site: lock.site,
        value: lock.initialValue, initialValue: lock.initialValue)
      fresh.isHandOffDeclared = lock.isHandOffDeclared
      analyzer.declare(fresh)
    }
    for thread in outcome.state.threads.values where thread.isObserver {
      analyzer.declare(thread)
    }
    analyzer.declareClosedWorld(true)
    analyzer.noteLost(arena.losses.events)
    for event in arena.events() { analyzer.apply(event) }
    let lasting = outcome.findings.filter { finding in
      finding.occurrence == .predicted
        || finding.participants.allSatisfy { part in
          part.role != .waits || outcome.state.threads[part.mark.thread]?.wait?.mark == part.mark
        }
    }
    say("live: " + kinds(lasting))
    say("offline: " + kinds(analyzer.findings()))
    for finding in outcome.findings {
      say("  live \(finding.kind) \(finding.certainty) \(finding.severity)")
    }
    for finding in analyzer.findings() {
      say("  offline \(finding.kind) \(finding.certainty) \(finding.severity)")
    }
    // Threads that hang end with the process.
    _exit(0)
  }

  private static func kinds(_ findings: [Finding]) -> String {
    let left = liveOnly.union(louderOffline)
    let loud = findings.filter { $0.severity > .note && !left.contains($0.kind) }
    return Set(loud.map { "\($0.kind.rawValue)/\($0.severity.rawValue)" }).sorted()
      .joined(separator: " ")
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
