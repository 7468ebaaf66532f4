public import Foundation

/// The program a report is about.
public struct ReportedProcess: Sendable, Hashable {
  /// Zero when unknown.
  public var id: Int32
  /// The path or name of the executable; empty when unknown.
  public var executable: String
  /// When it started, by the wall clock; nil when unknown.
  public var startDate: Date?
  /// The same instant in monotonic nanoseconds.
  public var startTime: UInt64

  public init(
    id: Int32 = 0, executable: String = "", startDate: Date? = nil, startTime: UInt64 = 0
  ) {
    self.id = id
    self.executable = executable
    self.startDate = startDate
    self.startTime = startTime
  }

  /// The wall-clock time of a monotonic one.
  public func date(of time: UInt64) -> Date? {
    startDate?.addingTimeInterval((Double(time) - Double(startTime)) / 1e9)
  }
}
