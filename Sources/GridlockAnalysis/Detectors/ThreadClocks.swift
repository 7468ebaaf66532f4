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

  private struct Progress: Sendable {
    var epoch: UInt32 = 1
    var clock: Clock = [:]
    /// Whether something was stamped in the present epoch.
    var isStamped = false
  }

  private var progress = SlotMap<ThreadID, Progress>()
  /// Who joined a thread with stamps.
  private(set) var joins: [ThreadID: Mark] = [:]
  /// Who started a thread.
  private(set) var starts: [ThreadID: Mark] = [:]

  mutating func stamp(_ thread: ThreadID) -> Stamp {
    let position = progress.position(of: thread) ?? progress.insert(Progress(), at: thread)
    progress[at: position].isStamped = true
    return Stamp(
      thread: thread, epoch: progress[at: position].epoch, clock: progress[at: position].clock)
  }

  mutating func spawned(_ other: ThreadID, by mark: Mark) {
    pass(from: mark.thread, to: other)
    if progress[other]?.clock.isEmpty == false { starts[other] = mark }
  }

  mutating func joined(_ other: ThreadID, by mark: Mark) {
    let ended = progress[other] ?? Progress()
    pass(from: other, to: mark.thread)
    progress[other] = nil
    if ended.isStamped || ended.epoch > 1 { joins[other] = mark }
  }

  private mutating func pass(from source: ThreadID, to target: ThreadID) {
    guard source != target, let passed = progress[source] else { return }
    var last = passed.epoch - 1
    if passed.isStamped {
      last = passed.epoch
      progress[source]?.epoch += 1
      progress[source]?.isStamped = false
    }
    if last == 0 && passed.clock.isEmpty { return }
    var clock = progress[target]?.clock ?? [:]
    clock.merge(passed.clock) { max($0, $1) }
    if last > 0 { clock[source] = max(clock[source] ?? 0, last) }
    progress[target, default: Progress()].clock = clock
  }
}
