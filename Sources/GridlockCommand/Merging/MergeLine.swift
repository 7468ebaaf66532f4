import Foundation
import Gridlock
import GridlockAnalysis
import GridlockReporting

/// One line for a log engine: flat, and complete by itself.
struct MergeLine: Encodable {
  /// `recording`, `finding` or `lock`.
  var type: String
  /// When the recording ends, by the wall clock, ISO 8601.
  var time: String?
  var host: String
  var pid: Int32
  var program: String
  var recording: String

  // Of a finding.
  var id: String?
  var kind: String?
  var severity: String?
  var certainty: String?
  var headline: String?

  // Of a lock that was waited for.
  var lock: String?
  var waits: Int?
  /// Waits that lasted as long as `--long` says.
  var longWaits: Int?
  /// Nanoseconds, of all waits together and of the longest.
  var waited: UInt64?
  var longest: UInt64?

  // Of a recording.
  var threads: Int?
  var locks: Int?
  var lostEvents: UInt64?

  enum CodingKeys: String, CodingKey {
    case type, time, host, pid, program, recording, id, kind, severity, certainty, headline, lock
    case waits, threads, locks
    case longWaits = "long_waits"
    case waited = "waited_ns"
    case longest = "longest_ns"
    case lostEvents = "lost_events"
  }

  init(_ type: String, of report: Report, host: String, path: String) {
    self.type = type
    time = report.process.date(of: report.state.time)?.formatted(.iso8601)
    self.host = host
    pid = report.process.id
    program = report.process.executable
    recording = path
  }

  /// All lines of one recording.
  static func all(
    of report: Report, waits: [LockWaits], host: String, path: String
  ) -> [MergeLine] {
    var head = MergeLine("recording", of: report, host: host, path: path)
    head.threads = report.state.threads.count
    head.locks = report.state.locks.count
    head.lostEvents = report.losses.events
    let findings = report.findings.map { finding in
      let json = FindingJSON(finding, in: report)
      var line = MergeLine("finding", of: report, host: host, path: path)
      line.id = json.id
      line.kind = json.kind
      line.severity = json.severity
      line.certainty = json.certainty
      line.headline = json.headline
      return line
    }
    let labels = Labels(report)
    let locks = waits.map { wait in
      var line = MergeLine("lock", of: report, host: host, path: path)
      let name = report.state.locks[wait.lock]?.name ?? ""
      line.lock = name.isEmpty ? labels.lock(wait.lock) : name
      line.waits = wait.count
      line.longWaits = wait.longCount
      line.waited = wait.time
      line.longest = wait.longest
      return line
    }
    return [head] + findings + locks
  }
}
