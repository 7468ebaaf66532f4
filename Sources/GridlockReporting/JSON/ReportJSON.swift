import Foundation
import GridlockAnalysis
import GridlockEvents

/// A whole report as it is written to JSON.
///
/// Readers refuse a greater `version` than they know; members are added without changing it.
public struct ReportJSON: Codable, Sendable, Hashable {
  public static let version = 1

  public struct Process: Codable, Sendable, Hashable {
    public var id: Int32
    public var executable: String
    /// ISO 8601; left out when unknown.
    public var started: String?
    /// Monotonic nanoseconds at that instant.
    public var startTime: UInt64
  }

  public struct Losses: Codable, Sendable, Hashable {
    public var events: UInt64
    public var unfinished: UInt64
    public var stacks: UInt64
    public var threads: UInt64
    public var locks: UInt64
    public var findings: UInt64
  }

  public var version: Int
  public var process: Process
  /// Monotonic nanoseconds of the instant described.
  public var time: UInt64
  /// The same by the wall clock, ISO 8601; left out when unknown.
  public var date: String?
  public var settings: [String: String]
  public var losses: Losses
  /// What else a reader should know, a sentence each.
  public var notices: [String]
  public var findings: [FindingJSON]
  public var threads: [ThreadJSON]
  public var locks: [LockJSON]
  /// Threads that never used Gridlock's locks, where one of them may be what is waited for.
  public var strangers: [ActivityJSON.Stranger]?

  public init(_ report: Report) {
    let labels = Labels(report)
    version = ReportJSON.version
    process = Process(
      id: report.process.id, executable: report.process.executable,
      started: report.process.startDate?.formatted(.iso8601), startTime: report.process.startTime)
    time = report.state.time
    date = report.process.date(of: report.state.time)?.formatted(.iso8601)
    settings = report.settings
    losses = Losses(
      events: report.losses.events, unfinished: report.losses.unfinished,
      stacks: report.losses.stacks, threads: report.losses.threads, locks: report.losses.locks,
      findings: report.losses.findings)
    notices = report.notices
    findings = report.findings.map { FindingJSON($0, labels: labels) }
    threads = report.state.threads.keys.sorted().map { ThreadJSON($0, labels: labels) }
    if !report.strangers.isEmpty {
      strangers = report.strangers.map(ActivityJSON.Stranger.init)
    }
    locks = report.state.locks.keys.sorted().map { LockJSON($0, labels: labels) }
  }

  /// The text of the file, with keys in order.
  public func encoded() throws -> String { try JSONText.encode(self) }
}
