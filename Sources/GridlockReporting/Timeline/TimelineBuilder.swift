import GridlockAnalysis
import GridlockEvents

/// Pairs events to spans.
struct TimelineBuilder {
  private typealias Span = Timeline.Span

  private let state: SystemState
  private let histories: [LockID: [Event]]
  private var timeline = Timeline()
  private var waits: [ThreadID: Span] = [:]
  private var holds: [LockID: (span: Span, depth: Int)] = [:]
  /// Locks with an event that says whether they were held before.
  private var isSeen: Set<LockID> = []
  private var releases: [LockID: (thread: ThreadID, time: UInt64, start: UInt64?)] = [:]
  private var values: [LockID: Int] = [:]

  init(_ state: SystemState, _ histories: [LockID: [Event]]) {
    self.state = state
    self.histories = histories
  }

  mutating func build() -> Timeline {
    let events = orderedEvents()
    timeline.start = ([state.time] + events.prefix(1).map(\.time) + openTimes()).min() ?? 0
    timeline.end = max(state.time, events.last?.time ?? 0)
    for event in events { apply(event) }
    addOpen()
    timeline.spans.sort {
      ($0.thread, $0.start, $1.end ?? .max) < ($1.thread, $1.start, $0.end ?? .max)
    }
    return timeline
  }

  /// All histories in one, in order of time; the order of each lock's own events stays.
  private func orderedEvents() -> [Event] {
    let all = histories.sorted { $0.key < $1.key }.flatMap(\.value)
    return all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  private func openTimes() -> [UInt64] {
    state.threads.values.flatMap { thread in
      thread.holds.map(\.mark.time) + (thread.wait.map { [$0.mark.time] } ?? [])
    }.filter { $0 > 0 }
  }

  private mutating func apply(_ event: Event) {
    switch event.kind {
    case .created: note(event.after, event)
    case .waiting:
      endLostWait(of: event)
      waits[event.thread] = span(.wait, event)
    case .acquired: acquire(event)
    case .timedOut:
      endWait(event) { $0.isTimeOut = true }
      if event.operation == .waitUntil { hold(event) }
    case .released: release(event)
    case .signalled:
      releases[event.lock] = (event.thread, event.time, holds[event.lock]?.span.start)
      if kind(of: event.lock) == .semaphore { note(event.after, event) }
    default: break
    }
  }

  private mutating func acquire(_ event: Event) {
    let lock = event.lock
    if let wait = waits[event.thread], wait.lock == lock, let release = releases[lock],
      release.time >= wait.start, release.thread != event.thread
    {
      timeline.handovers.append(
        Timeline.Handover(
          lock: lock, from: release.thread, released: release.time, holdStart: release.start,
          to: event.thread, acquired: event.time, waitStart: wait.start))
    }
    endWait(event) { _ in }
    if kind(of: lock) == .semaphore {
      note(event.after, event)
    } else {
      note(event.before, event)
      hold(event)
    }
  }

  private mutating func hold(_ event: Event) {
    let lock = event.lock
    isSeen.insert(lock)
    if let held = holds[lock] {
      if held.span.thread == event.thread {
        holds[lock]?.depth += 1
        return
      }
      close(held.span, at: event.time) { $0.isEndKnown = false }
    }
    holds[lock] = (span(.hold, event), 1)
  }

  private mutating func release(_ event: Event) {
    let lock = event.lock
    if event.operation == .unlock || event.operation == .unlockWith { endLostWait(of: event) }
    if let held = holds[lock] {
      if held.span.thread == event.thread, held.depth > 1, event.operation != .wait {
        holds[lock]?.depth -= 1
        return
      }
      // A recursive lock refuses a foreign release.
      if held.span.thread != event.thread, kind(of: lock) == .recursive { return }
      close(held.span, at: event.time) { _ in }
      holds[lock] = nil
      releases[lock] = (event.thread, event.time, held.span.start)
    } else {
      releases[lock] = (event.thread, event.time, nil)
      if !isSeen.contains(lock), histories[lock]?.first?.kind != .created {
        var span = span(.hold, event)
        span.start = timeline.start
        span.isStartKnown = false
        close(span, at: event.time) { _ in }
        releases[lock]?.start = timeline.start
      }
    }
    isSeen.insert(lock)
    note(event.after, event)
  }

  // MARK: - Waits

  private mutating func endWait(_ event: Event, _ change: (inout Timeline.Span) -> Void) {
    guard let wait = waits.removeValue(forKey: event.thread) else { return }
    guard wait.lock == event.lock else {
      close(wait, at: event.time) { $0.isEndKnown = false }
      return
    }
    close(wait, at: event.time, change)
  }

  /// A thread that does something else has come out of its wait, in an event that is gone.
  private mutating func endLostWait(of event: Event) {
    guard let wait = waits.removeValue(forKey: event.thread) else { return }
    close(wait, at: event.time) { $0.isEndKnown = false }
  }

  // MARK: - What goes on

  /// The state says what goes on; spans it does not know have ended at some time.
  private mutating func addOpen() {
    for (id, thread) in state.threads.sorted(by: { $0.key < $1.key }) {
      for held in thread.holds {
        let known = holds[held.lock]?.span
        if known?.thread == id { holds[held.lock] = nil }
        addOpen(
          Span(
            kind: .hold, thread: id, lock: held.lock, operation: held.operation,
            start: held.mark.time, mark: held.mark),
          known: known?.thread == id ? known : nil)
      }
      guard let wait = thread.wait else { continue }
      let known = waits.removeValue(forKey: id)
      let isSame = known?.lock == wait.lock
      if let known, !isSame { close(known, at: wait.mark.time) { $0.isEndKnown = false } }
      addOpen(
        Span(
          kind: .wait, thread: id, lock: wait.lock, operation: wait.operation, wanted: wait.wanted,
          start: wait.mark.time, mark: wait.mark),
        known: isSame ? known : nil)
    }
    for span in waits.values { closeAtLast(span) }
    for (span, _) in holds.values { closeAtLast(span) }
  }

  private mutating func addOpen(_ span: Timeline.Span, known: Timeline.Span?) {
    var span = span
    if span.start == 0 {
      span.start = known?.start ?? timeline.start
      span.isStartKnown = known != nil
    }
    timeline.spans.append(span)
  }

  private mutating func closeAtLast(_ span: Timeline.Span) {
    let last = span.lock.flatMap { histories[$0]?.last?.time } ?? span.start
    close(span, at: max(last, span.start)) { $0.isEndKnown = false }
  }

  // MARK: - Pieces

  private mutating func close(
    _ span: Timeline.Span, at time: UInt64, _ change: (inout Timeline.Span) -> Void
  ) {
    var span = span
    span.end = max(time, span.start)
    change(&span)
    timeline.spans.append(span)
  }

  private func span(_ kind: Timeline.Span.Kind, _ event: Event) -> Timeline.Span {
    Span(
      kind: kind, thread: event.thread, lock: event.lock, operation: event.operation,
      wanted: event.wanted, start: event.time, mark: mark(event))
  }

  private mutating func note(_ value: Int, _ event: Event) {
    let kind = kind(of: event.lock)
    guard kind == .condition || kind == .semaphore, values[event.lock] != value else { return }
    values[event.lock] = value
    timeline.changes.append(
      Timeline.Change(
        lock: event.lock, time: event.time, value: value, thread: event.thread,
        operation: event.operation, mark: mark(event)))
  }

  private func mark(_ event: Event) -> Mark {
    Mark(
      thread: event.thread, time: event.time, stack: event.stack, tag: event.tag,
      sequence: event.sequence)
  }

  private func kind(of lock: LockID) -> LockKind? { state.locks[lock]?.kind }
}
