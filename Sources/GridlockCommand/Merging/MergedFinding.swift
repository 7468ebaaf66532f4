import Foundation
import GridlockAnalysis
import GridlockReporting

/// One mistake over many recordings.
struct MergedFinding: Encodable {
  var id: String
  var kind: String
  var severity: String
  var certainty: String
  /// The first line of its text, as of the first recording that has it.
  var headline: String
  /// How often it was found.
  var count = 0
  /// In how many recordings.
  var recordings = 0
  /// How often on each machine; at most so many machines are told apart.
  var hosts: [String: Int] = [:]
  /// How often on machines beyond those.
  var elsewhere = 0
  /// By the wall clock, ISO 8601; left out where no recording tells.
  var first: String?
  var last: String?
  /// The first recording that has it.
  var example: String

  static let mostHosts = 256

  init(_ finding: FindingJSON, example: String) {
    id = finding.id
    kind = finding.kind
    severity = finding.severity
    certainty = finding.certainty
    headline = finding.headline
    self.example = example
  }

  mutating func add(_ count: Int, host: String, date: String?) {
    self.count += count
    recordings += 1
    if hosts[host] != nil || hosts.count < Self.mostHosts {
      hosts[host, default: 0] += count
    } else {
      elsewhere += count
    }
    guard let date else { return }
    // Of one form and one zone: the order of the texts is that of the times.
    first = min(first ?? date, date)
    last = max(last ?? date, date)
  }

  /// The machines that have it most often first.
  var hostsInWords: String {
    let sorted = hosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var words = sorted.prefix(8).map { "\(Escape.text($0.key)) \($0.value)" }
    let rest = sorted.dropFirst(8).reduce(elsewhere) { $0 + $1.value }
    if rest > 0 { words.append("others \(rest)") }
    return words.joined(separator: ", ")
  }
}
