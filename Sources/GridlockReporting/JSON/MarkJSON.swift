import GridlockAnalysis
import GridlockEvents

/// Who did something, when and from where, as it is written to JSON.
public struct MarkJSON: Codable, Sendable, Hashable {
  /// The thread's id, as in `threads`.
  public var thread: UInt64
  /// Monotonic nanoseconds; left out when unknown.
  public var time: UInt64?
  /// A tagged operation's name, as `T0.4`.
  public var site: String?
  /// Innermost first; left out when no stack was kept.
  public var stack: [FrameJSON]?

  init(_ mark: Mark, in report: Report) {
    thread = mark.thread.rawValue
    if mark.time > 0 { time = mark.time }
    site = report.name(of: mark.tag)
    let frames = report.frames(of: mark)
    if !frames.isEmpty { stack = frames.map(FrameJSON.init) }
  }
}
