import GridlockEvents

/// What happened before what, as far as starts and joins of threads say.
///
/// A thread's epoch moves on only when it starts a thread or is joined after something was
/// stamped, and only threads with stamps take room in the clocks, so they stay short.
struct ThreadClocks: Sendable {
  typealias Clock = [ThreadID: UInt32]

  /// One thread's position.
  struct Stamp: Sendable, Hashable {
    var thread: ThreadID
    var epoch: UInt32
    var clock: Clock

    /// Whether a start or a join puts this before the other.
    func isBefore(_ other: Stamp) -> Bool {
      thread != other.thread && (other.clock[thread] ?? 0) >= epoch
    }
  }

  private var clocks: [ThreadID: Clock] = [:]
  private var epochs: [ThreadID: UInt32] = [:]
  private var stamped: Set<ThreadID> = []
  /// Who joined a thread with stamps.
  private(set) var joins: [ThreadID: Mark] = [:]
  /// Who started a thread.
  private(set) var starts: [ThreadID: Mark] = [:]

  mutating func stamp(_ thread: ThreadID) -> Stamp {
    stamped.insert(thread)
    return Stamp(thread: thread, epoch: epochs[thread] ?? 1, clock: clocks[thread] ?? [:])
  }

  mutating func spawned(_ other: ThreadID, by mark: Mark) {
    pass(from: mark.thread, to: other)
    if clocks[other] != nil { starts[other] = mark }
  }

  mutating func joined(_ other: ThreadID, by mark: Mark) {
    let hadStamps = stamped.contains(other) || epochs[other] != nil
    pass(from: other, to: mark.thread)
    clocks[other] = nil
    epochs[other] = nil
    if hadStamps { joins[other] = mark }
  }

  private mutating func pass(from source: ThreadID, to target: ThreadID) {
    guard source != target else { return }
    let epoch = epochs[source] ?? 1
    var last = epoch - 1
    if stamped.remove(source) != nil {
      last = epoch
      epochs[source] = epoch + 1
    }
    let inherited = clocks[source]
    if last == 0 && inherited == nil { return }
    var clock = clocks[target] ?? [:]
    if let inherited { clock.merge(inherited) { max($0, $1) } }
    if last > 0 { clock[source] = max(clock[source] ?? 0, last) }
    clocks[target] = clock
  }
}
