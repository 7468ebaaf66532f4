import Foundation
import GridlockReporting

/// What many recordings have in common.
///
/// Grows with the number of different findings, not with that of recordings.
struct MergeSummary {
  private(set) var findings: [String: MergedFinding] = [:]
  private(set) var recordings = 0
  /// Those that could not be read, or not in full.
  private(set) var damaged = 0
  private var hosts: Set<String> = []

  mutating func noteDamage() { damaged += 1 }

  mutating func add(_ found: [FindingJSON], host: String, date: String?, path: String) {
    recordings += 1
    if hosts.count < MergedFinding.mostHosts { hosts.insert(host) }
    for (id, same) in Dictionary(grouping: found, by: \.id) {
      findings[id, default: MergedFinding(same[0], example: path)]
        .add(same.count, host: host, date: date)
    }
  }

  /// The most severe first, then the most frequent.
  var sorted: [MergedFinding] {
    let ranks = ["error": 0, "warning": 1]
    return findings.values.sorted { left, right in
      let (a, b) = (ranks[left.severity] ?? 2, ranks[right.severity] ?? 2)
      return a != b
        ? a < b : left.count != right.count ? left.count > right.count : left.id < right.id
    }
  }

  var hasErrors: Bool { findings.values.contains { $0.severity == "error" } }

  var text: String {
    var text = ""
    for finding in sorted {
      text += "\(finding.id)  \(finding.headline)\n"
      text +=
        "  \(finding.count) time\(finding.count == 1 ? "" : "s"), in \(finding.recordings) of \(recordings) recordings: "
      text += finding.hostsInWords + "\n"
      if let first = finding.first, let last = finding.last {
        text += "  from \(first) to \(last)\n"
      }
      text += "  gridlock report \(finding.example)\n\n"
    }
    let isAllHosts = hosts.count < MergedFinding.mostHosts
    text += "\(recordings) recording\(recordings == 1 ? "" : "s") of "
    text += "\(hosts.count)\(isAllHosts ? "" : " or more") host\(hosts.count == 1 ? "" : "s"), "
    text += "\(findings.count) different finding\(findings.count == 1 ? "" : "s")"
    if damaged > 0 { text += "; \(damaged) could not be read, or not in full" }
    return text + "\n"
  }
}
