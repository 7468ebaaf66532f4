public import GridlockEvents

/// Builds the state of a program's locks and threads from events alone, and derives the facts the
/// misuse detectors read.
///
/// Events come in the order they happened. Missing ones are survived: an event that can't be true
/// of the present state is taken as proof that others were lost, and the state follows it.
///
/// - Complexity: O(locks held + waiters of the lock) an event.
public struct Replay: Sendable {
  public internal(set) var state = SystemState()
  var lockMemos = SlotMap<LockID, LockMemo>()
  var threadMemos = SlotMap<ThreadID, ThreadMemo>()
  /// Creation sites whose locks are handed over by foreign releases.
  var handedOverSites: Set<UInt64> = []
  var waitsBegun: UInt64 = 0
  /// The facts that the latest event showed, in order.
  public internal(set) var shown: [Observation] = []
  /// Ended threads and destroyed locks, oldest first, kept for reports to name.
  var endedThreads: [ThreadID] = []
  var deadLocks: [LockID] = []
  /// Events that could not be true of the state before them: at least one was lost for each.
  public internal(set) var contradictions: UInt64 = 0

  static let handful = 8
  static let keptValues = 64
  static let keptDead = 4096

  public init() {}

  /// Takes in one event; `shown` then has the facts it shows.
  public mutating func apply(_ event: Event) {
    // Facts left in place would share the tables that the event is about to change.
    shown.removeAll(keepingCapacity: true)
    state.time = max(state.time, event.time)
    let step = prepare(event)
    switch event.kind {
    case .created: create(step)
    case .waiting: beginWait(step)
    case .acquired: acquire(step)
    case .timedOut: timeOut(step)
    case .released: release(step)
    case .read: read(step)
    case .destroyed: destroy(step)
    case .threadStarted: start(step)
    case .threadEnded: end(step)
    case .spawned: spawn(step)
    case .joined: join(step)
    case .signalled: signal(step)
    }
  }

  /// Says that events were lost before the next one.
  public mutating func noteLost(_ count: UInt64) { state.lostEvents += count }

  // MARK: - Common steps

  private mutating func prepare(_ event: Event) -> Step {
    var step = Step(event: event)
    if event.thread != .none {
      (step.threadAt, step.threadMemoAt) = prepare(thread: event.thread)
    }
    if event.lock != .none { prepareLock(&step) }
    return step
  }

  @discardableResult
  mutating func prepare(thread: ThreadID) -> (state: Int, memo: Int) {
    (
      state.threads.position(of: thread)
        ?? state.threads.insert(ThreadState(id: thread), at: thread),
      threadMemos.position(of: thread) ?? threadMemos.insert(ThreadMemo(), at: thread)
    )
  }

  private mutating func prepareLock(_ step: inout Step) {
    let event = step.event
    let id = event.lock
    if let position = state.locks.position(of: id) {
      step.lockAt = position
    } else {
      let value = event.kind == .created ? event.after : event.before
      step.lockAt = state.locks.insert(
        LockState(id: id, kind: .condition, value: value, initialValue: value), at: id)
    }
    step.lockMemoAt = lockMemos.position(of: id) ?? lockMemos.insert(LockMemo(), at: id)
    if !lockMemos[at: step.lockMemoAt].isKindKnown, let kind = event.operation.provenKind {
      lockMemos[at: step.lockMemoAt].isKindKnown = true
      state.locks[at: step.lockAt].kind = kind
    }
  }

  /// The hold of a thread on a lock, if it is known to have it.
  func hold(of thread: ThreadID, on lock: LockID) -> Hold? {
    guard let position = state.threads.position(of: thread) else { return nil }
    return hold(ofThreadAt: position, on: lock)
  }

  func hold(ofThreadAt position: Int, on lock: LockID) -> Hold? {
    state.threads[at: position].holds.last { $0.lock == lock }
  }

  mutating func dropHold(of thread: ThreadID, on lock: LockID) {
    guard let position = state.threads.position(of: thread) else { return }
    dropHold(ofThreadAt: position, on: lock)
  }

  mutating func dropHold(ofThreadAt position: Int, on lock: LockID) {
    state.threads[at: position].holds.removeAll { $0.lock == lock }
  }

  /// Ends a thread's wait, whatever it was for.
  mutating func endWait(of thread: ThreadID) {
    guard let position = state.threads.position(of: thread) else { return }
    endWait(ofThreadAt: position)
  }

  mutating func endWait(ofThreadAt position: Int) {
    guard let wait = state.threads[at: position].wait else { return }
    state.threads[at: position].wait = nil
    let thread = state.threads[at: position].id
    if let lock = wait.lock { lockMemos[lock]?.waiters.removeAll { $0.thread == thread } }
  }

  /// A thread that does something new no longer waits: if its wait's end was not seen, it was lost,
  /// and the thread may hold what it waited for.
  mutating func endLostWait(_ step: Step) {
    guard let wait = state.threads[at: step.threadAt].wait else { return }
    contradictions += 1
    endWait(ofThreadAt: step.threadAt)
    if let lock = wait.lock, lock != step.event.lock || step.event.kind != .waiting {
      threadMemos[at: step.threadMemoAt].mayHold.insert(lock)
    }
  }
}

extension Operation {
  /// The kind of lock the operation alone belongs to.
  var provenKind: LockKind? {
    switch self {
    case .lockWhen, .tryLockWhen, .lockWhenBefore, .unlockWith: .condition
    case .wait, .waitUntil, .signal, .broadcast: .monitor
    case .semaphoreWait, .semaphoreWaitUntil, .semaphoreSignal: .semaphore
    default: nil
    }
  }
}
