import GridlockAnalysis
import GridlockEvents

/// When threads waited and held, and how values changed, as far as the kept events tell.
///
/// A ring forgets its oldest events, so a span may lack an end: what is not known is marked so and
/// never made up.
struct Timeline: Sendable, Hashable {
  /// A time in which a thread waited for something or held a lock.
  struct Span: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case wait
      case hold
    }

    var kind: Kind
    var thread: ThreadID
    /// What was waited for or held; nil for a wait for another thread's end.
    var lock: LockID?
    var operation: Operation
    var wanted: Int?
    var start: UInt64
    /// Nil while it goes on.
    var end: UInt64?
    /// Whether it began at `start`, and not at some time before.
    var isStartKnown = true
    /// Whether it ended at `end`, and not at some time before.
    var isEndKnown = true
    /// Whether the wait gave up.
    var isTimeOut = false
    var mark: Mark
  }

  /// A release and the acquisition it let in.
  struct Handover: Sendable, Hashable {
    var lock: LockID
    var from: ThreadID
    var released: UInt64
    /// When the released hold began; nil when there was none.
    var holdStart: UInt64?
    var to: ThreadID
    var acquired: UInt64
    /// When the wait it ended began.
    var waitStart: UInt64
  }

  /// A value as it was from a time on.
  struct Change: Sendable, Hashable {
    var lock: LockID
    var time: UInt64
    var value: Int
    var thread: ThreadID
    var operation: Operation
    var mark: Mark
  }

  /// By thread, then by start.
  var spans: [Span] = []
  var handovers: [Handover] = []
  var changes: [Change] = []
  /// The first and last times there are.
  var start: UInt64 = 0
  var end: UInt64 = 0

  /// - Parameter histories: The events of each lock, oldest first.
  /// - Complexity: O(n log n) in the events kept.
  init(_ state: SystemState, histories: [LockID: [Event]]) {
    var builder = TimelineBuilder(state, histories)
    self = builder.build()
  }

  /// - Parameter events: In the order they happened.
  init(_ state: SystemState, events: [Event]) {
    let ofLocks = events.filter { $0.lock != .none }
    self.init(state, histories: Dictionary(grouping: ofLocks, by: \.lock))
  }

  /// What a report kept.
  init(_ report: Report) { self.init(report.state, histories: report.histories) }

  /// For the builder.
  init() {}
}
