import GridlockAnalysis
import GridlockEvents

/// Divides the time of one lock's waits among those who held it meanwhile.
///
/// Goes once along the beginnings and ends of waits and holds, so that the cost is that of sorting
/// them, however many waits a hold kept up.
struct ContentionSweep {
  private typealias Span = Timeline.Span
  private typealias Entry = ContentionProfile.Entry

  /// At one instant holds begin before waits do and end after them, so that a wait always finds
  /// the hold it ran into.
  private enum Edge: Int {
    case holdBegins, waitBegins, waitEnds, holdEnds
  }

  private(set) var totals: [ContentionProfile.Entry.Key: ContentionProfile.Entry] = [:]
  private let lock: LockID
  private let kind: LockKind?
  private let end: UInt64
  private var holder: (index: Int, key: Entry.Key)?
  private var waiting: UInt64 = 0
  private var now: UInt64 = 0
  /// How long the lock was held so far, and was when each wait that goes on began.
  private var heldTime: UInt64 = 0
  private var heldBefore: [Int: UInt64] = [:]

  /// - Parameter end: When the run ended, and with it what went on.
  init(_ state: LockState?, _ lock: LockID, until end: UInt64) {
    self.lock = lock
    kind = state?.kind
    self.end = end
  }

  mutating func add(_ spans: [Timeline.Span]) {
    var edges: [(time: UInt64, edge: Edge, index: Int)] = []
    for (index, span) in spans.enumerated() {
      let end = max(span.end ?? end, span.start)
      switch span.kind {
      case .hold: edges += [(span.start, .holdBegins, index), (end, .holdEnds, index)]
      case .wait where isForOwner(span):
        edges += [(span.start, .waitBegins, index), (end, .waitEnds, index)]
      case .wait: add(waits: 1, time: end - span.start, to: key(of: span))
      }
    }
    edges.sort { ($0.time, $0.edge.rawValue, $0.index) < ($1.time, $1.edge.rawValue, $1.index) }
    for (time, edge, index) in edges {
      advance(to: time)
      pass(edge, of: spans[index], index)
    }
  }

  private mutating func pass(_ edge: Edge, of span: Timeline.Span, _ index: Int) {
    switch edge {
    case .holdBegins:
      holder = (
        index,
        span.isStartKnown
          ? Entry.Key(lock: lock, cause: .held, stack: span.mark.stack, tag: span.mark.tag)
          : Entry.Key(lock: lock, cause: .heldSinceBefore, stack: .none, tag: .none)
      )
    case .holdEnds: if holder?.index == index { holder = nil }
    case .waitBegins:
      waiting += 1
      heldBefore[index] = heldTime
      add(waits: 1, time: 0, to: holder?.key ?? key(of: span))
    case .waitEnds:
      waiting -= 1
      let held = heldTime - (heldBefore.removeValue(forKey: index) ?? heldTime)
      let whole = now - span.start
      if whole > held { add(waits: 0, time: whole - held, to: key(of: span)) }
    }
  }

  private mutating func advance(to time: UInt64) {
    if let holder, time > now {
      heldTime += time - now
      if waiting > 0 {
        // Times in a corrupt recording may be anything.
        let (blocked, isTooMuch) = (time - now).multipliedReportingOverflow(by: waiting)
        add(waits: 0, time: isTooMuch ? .max : blocked, to: holder.key)
      }
    }
    now = time
  }

  private mutating func add(waits: Int, time: UInt64, to key: Entry.Key) {
    totals[key, default: Entry(key)].add(waits: waits, time: time)
  }

  /// Whether a holder keeps the wait up.
  private func isForOwner(_ wait: Timeline.Span) -> Bool {
    kind != .semaphore && wait.operation != .wait && wait.operation != .waitUntil
  }

  /// The entry for the time in which nobody held the lock.
  private func key(of wait: Timeline.Span) -> Entry.Key {
    let cause: ContentionProfile.Cause
    if kind == .semaphore {
      cause = .count
    } else if !isForOwner(wait) {
      cause = .signal
    } else {
      cause = wait.wanted.map { .value($0) } ?? .free
    }
    return Entry.Key(lock: lock, cause: cause, stack: wait.mark.stack, tag: wait.mark.tag)
  }
}
