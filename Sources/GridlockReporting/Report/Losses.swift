/// What could not be kept, so that a report never looks more complete than it is.
public struct Losses: Sendable, Hashable {
  /// Events overwritten in a full ring or otherwise dropped.
  public var events: UInt64
  /// Events that were being written when the process ended: of each thread one at most.
  public var unfinished: UInt64
  /// Stacks for which there was no room.
  public var stacks: UInt64
  /// Threads beyond the number that is watched.
  public var threads: UInt64
  /// Locks beyond the number that is watched.
  public var locks: UInt64
  /// Findings that were not kept.
  public var findings: UInt64

  public init(
    events: UInt64 = 0, unfinished: UInt64 = 0, stacks: UInt64 = 0, threads: UInt64 = 0,
    locks: UInt64 = 0, findings: UInt64 = 0
  ) {
    self.events = events
    self.unfinished = unfinished
    self.stacks = stacks
    self.threads = threads
    self.locks = locks
    self.findings = findings
  }

  /// Whether nothing was lost.
  public var isEmpty: Bool { events | unfinished | stacks | threads | locks | findings == 0 }

  /// Each loss in words; empty when nothing was lost.
  var sentences: [String] {
    let all: [(UInt64, String, String)] = [
      (events, "event was lost", "events were lost"),
      (
        unfinished, "event was being written when the process ended",
        "events were being written when the process ended"
      ),
      (stacks, "stack was lost", "stacks were lost"),
      (threads, "thread was not watched", "threads were not watched"),
      (locks, "lock was not watched", "locks were not watched"),
      (findings, "finding was lost", "findings were lost"),
    ]
    return all.filter { $0.0 > 0 }.map { count, one, many in
      "\(count) \(count == 1 ? one : many)"
    }
  }
}
