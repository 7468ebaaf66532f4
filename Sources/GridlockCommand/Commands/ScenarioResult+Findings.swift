import Foundation
import GridlockAnalysis
import GridlockEvents
import GridlockReporting
import GridlockScenarios

extension ScenarioResult {
  /// Puts findings into a file's own words.
  static func found(
    _ findings: [Finding], in scenario: Scenario, state: SystemState
  ) -> [Found] {
    var report = Report(state: state, findings: findings)
    for (index, body) in scenario.bodies.enumerated() {
      for participant in findings.flatMap(\.participants) where participant.mark.tag.body == index {
        let tag = participant.mark.tag
        report.tagNames[tag] = "\(body.name).\(tag.operation)"
      }
    }
    return findings.map { finding in
      let locks = finding.participants.compactMap(\.lock).map { state.locks[$0]?.name ?? "" }
      let tags = finding.participants.map(\.mark.tag).filter { $0 != .none && $0.operation > 0 }
      return Found(
        kind: finding.kind.rawValue, also: finding.also.map(\.rawValue),
        occurrence: finding.occurrence.rawValue, certainty: finding.certainty.rawValue,
        severity: finding.severity.rawValue,
        operations: Set(tags).sorted().map { report.tagNames[$0] ?? "" },
        locks: Set(locks).filter { !$0.isEmpty }.sorted(),
        headline: Headline(finding, in: report).text)
    }
  }

  /// Reads and parses a file, or says why it can't be.
  static func read(_ file: String) -> Result<Scenario, Unreadable> {
    do throws(ScenarioError) {
      guard let data = FileManager.default.contents(atPath: file) else {
        let reason = FileManager.default.fileExists(atPath: file) ? "not readable" : "no such file"
        return .failure(Unreadable(description: "\(file): \(reason)"))
      }
      guard let text = String(data: data, encoding: .utf8) else {
        return .failure(Unreadable(description: "\(file): not text in UTF-8"))
      }
      return .success(try ScenarioParser.parse(text, file: file))
    } catch {
      return .failure(Unreadable(description: "\(error)"))
    }
  }

  struct Unreadable: Error { var description: String }

  static func unreadable(_ file: String, _ error: Unreadable) -> ScenarioResult {
    ScenarioResult(file: file, hang: "unknown", note: error.description, status: 2)
  }
}
