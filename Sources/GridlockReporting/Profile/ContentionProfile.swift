import GridlockAnalysis
public import GridlockEvents

/// Where the threads of a run were blocked on locks, by what kept each waiting.
///
/// Time in which a lock was held belongs to the call that took it; the rest of a wait to the call
/// that waited. So the times of all entries together are the time all threads were blocked, once.
public struct ContentionProfile: Sendable {
  /// What a profile is read by.
  public enum Grouping: String, Sendable, CaseIterable {
    /// Whose call kept others waiting.
    case holder
    /// Which lock was waited for.
    case lock
  }

  /// The time that longest kept threads waiting comes first.
  public var entries: [Entry]
  /// The names, the process and the losses of the run.
  public var report: Report
  /// The frames of the entries' stacks, innermost first.
  public var stacks: [StackID: [Frame]]
  /// From the first time known to the last, in monotonic nanoseconds.
  public var start: UInt64
  public var end: UInt64
  /// How many threads were blocked at some time.
  public var threads: Int

  /// - Parameters:
  ///   - report: What the run was and left; its histories are not read.
  ///   - events: Those that were kept, in order.
  ///   - frames: The frames of a stack, innermost first; asked once for each stack.
  /// - Complexity: O(n log n) in the events.
  public init(_ report: Report, events: [Event], frames: (StackID) -> [Frame]) {
    let timeline = Timeline(report.state, events: events)
    var spans: [LockID: [Timeline.Span]] = [:]
    var threads: Set<ThreadID> = []
    for span in timeline.spans {
      guard let lock = span.lock else { continue }
      spans[lock, default: []].append(span)
      if span.kind == .wait { threads.insert(span.thread) }
    }
    var totals: [Entry.Key: Entry] = [:]
    for (lock, spans) in spans where spans.contains(where: { $0.kind == .wait }) {
      var sweep = ContentionSweep(report.state.locks[lock], lock, until: timeline.end)
      sweep.add(spans)
      totals.merge(sweep.totals) { $1 }
    }
    stacks = [:]
    entries = ContentionProfile.merged(totals.values.sorted(), &stacks, frames)
    self.report = report
    self.threads = threads.count
    start = timeline.start
    end = timeline.end
  }

  /// Makes one of entries that differ only in what is not shown of their stacks.
  private static func merged(
    _ entries: [Entry], _ stacks: inout [StackID: [Frame]], _ frames: (StackID) -> [Frame]
  ) -> [Entry] {
    var known: [[ProfileFrame]: StackID] = [:]
    var shown: [StackID: StackID] = [.none: .none]
    var totals: [Entry.Key: Entry] = [:]
    for var entry in entries {
      if shown[entry.stack] == nil {
        let found = frames(entry.stack)
        let lines = found[...].ofProgram.map(ProfileFrame.init)
        let stack = known[lines] ?? entry.stack
        if known.updateValue(stack, forKey: lines) == nil { stacks[stack] = found }
        shown[entry.stack] = stack
      }
      entry.stack = shown[entry.stack] ?? entry.stack
      totals[entry.key, default: Entry(entry.key)].add(waits: entry.waits, time: entry.time)
    }
    return totals.values.sorted()
  }

  /// How long all threads were blocked, in nanoseconds; what is beyond 64 bits is cut.
  public var time: UInt64 { entries.reduce(into: 0) { $0.addSaturating($1.time) } }

  /// How often threads were blocked.
  public var waits: Int { entries.reduce(0) { $0 + $1.waits } }
}
