/// What the recording could not keep, counted exactly.
package struct Losses: Sendable, Equatable {
  /// Events that were overwritten or had no ring.
  package var events: UInt64 = 0
  /// Threads beyond the most that can be recorded.
  package var threads: UInt64 = 0
  /// Locks beyond the most that can be recorded.
  package var locks: UInt64 = 0
  /// Locks with more values than are kept apart.
  package var values: UInt64 = 0
  package var stacks: UInt64 = 0
  package var names: UInt64 = 0

  package init() {}
}
