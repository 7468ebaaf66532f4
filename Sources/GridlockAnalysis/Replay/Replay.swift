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
  var lockMemos: [LockID: LockMemo] = [:]
  var threadMemos: [ThreadID: ThreadMemo] = [:]
  /// Creation sites whose locks are handed over by foreign releases.
  var handedOverSites: Set<UInt64> = []
  var waitsBegun: UInt64 = 0
  /// What the event in hand has shown so far.
  var shown: [Observation] = []
  /// Ended threads and destroyed locks, oldest first, kept for reports to name.
  var endedThreads: [ThreadID] = []
  var deadLocks: [LockID] = []
  /// Events that could not be true of the state before them: at least one was lost for each.
  public internal(set) var contradictions: UInt64 = 0

  static let handful = 8
  static let keptValues = 64
  static let keptDead = 4096

  public init() {}

  /// Takes in one event.
  ///
  /// - Returns: the facts it shows, in order.
  public mutating func apply(_ event: Event) -> [Observation] {
    state.time = max(state.time, event.time)
    if event.thread != .none { prepare(thread: event.thread) }
    if event.lock != .none { prepare(lock: event.lock, for: event) }
    switch event.kind {
    case .created: create(event)
    case .waiting: beginWait(event)
    case .acquired: acquire(event)
    case .timedOut: timeOut(event)
    case .released: release(event)
    case .read: read(event)
    case .destroyed: destroy(event)
    case .threadStarted: state.threads[event.thread]?.isAlive = true
    case .threadEnded: end(event)
    case .spawned: spawn(event)
    case .joined: join(event)
    case .signalled: signal(event)
    }
    let result = shown
    if !shown.isEmpty { shown = [] }
    return result
  }

  /// Says that events were lost before the next one.
  public mutating func noteLost(_ count: UInt64) { state.lostEvents += count }

  // MARK: - Common steps

  func mark(_ event: Event) -> Mark {
    Mark(
      thread: event.thread, time: event.time, stack: event.stack, tag: event.tag,
      sequence: event.sequence)
  }

  private mutating func prepare(thread: ThreadID) {
    if state.threads[thread] == nil {
      state.threads[thread] = ThreadState(id: thread)
      threadMemos[thread] = ThreadMemo()
    }
  }

  private mutating func prepare(lock id: LockID, for event: Event) {
    if state.locks[id] == nil {
      let value = event.kind == .created ? event.after : event.before
      state.locks[id] = LockState(id: id, kind: .condition, value: value, initialValue: value)
      lockMemos[id] = LockMemo()
    }
    if lockMemos[id]?.isKindKnown == false, let kind = event.operation.provenKind {
      lockMemos[id]?.isKindKnown = true
      state.locks[id]?.kind = kind
    }
  }

  mutating func ensure(thread: ThreadID) {
    if thread != .none { prepare(thread: thread) }
  }

  /// What steps read of a lock. A copy of the whole state would make each change of its tables
  /// copy them.
  struct Brief: Sendable {
    var id: LockID
    var kind: LockKind
    var owner: ThreadID?
    var value: Int
    var sequence: UInt32
  }

  func brief(_ id: LockID) -> Brief? {
    guard let index = state.locks.index(forKey: id) else { return nil }
    return Brief(
      id: id, kind: state.locks.values[index].kind, owner: state.locks.values[index].owner,
      value: state.locks.values[index].value, sequence: state.locks.values[index].sequence)
  }

  /// The hold of a thread on a lock, if it is known to have it.
  func hold(of thread: ThreadID, on lock: LockID) -> Hold? {
    state.threads[thread]?.holds.last { $0.lock == lock }
  }

  mutating func dropHold(of thread: ThreadID, on lock: LockID) {
    state.threads[thread]?.holds.removeAll { $0.lock == lock }
  }

  /// Ends a thread's wait, whatever it was for.
  mutating func endWait(of thread: ThreadID) {
    guard let wait = state.threads[thread]?.wait else { return }
    state.threads[thread]?.wait = nil
    if let lock = wait.lock { lockMemos[lock]?.waiters.removeAll { $0.thread == thread } }
  }

  /// A thread that does something new no longer waits: if its wait's end was not seen, it was lost,
  /// and the thread may hold what it waited for.
  mutating func endLostWait(of event: Event) {
    guard let wait = state.threads[event.thread]?.wait else { return }
    contradictions += 1
    endWait(of: event.thread)
    if let lock = wait.lock, lock != event.lock || event.kind != .waiting {
      threadMemos[event.thread]?.mayHold.insert(lock)
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
