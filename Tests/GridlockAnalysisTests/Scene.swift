import GridlockAnalysis
import GridlockEvents

/// Plays the operations of a few threads into a `SystemState`, the way a live lock would.
///
/// Threads and locks are numbered; an operation is tagged with its thread's number and its own.
struct Scene {
  var state: SystemState
  private var clock: UInt64 = 0

  init(closed: Bool = true) { state = SystemState(isClosedWorld: closed) }

  static func thread(_ number: Int) -> ThreadID { ThreadID(index: UInt32(number), generation: 1) }
  static func lock(_ number: Int) -> LockID { LockID(index: UInt32(number), generation: 1) }
  static func tag(_ thread: Int, _ operation: Int) -> SiteTag {
    SiteTag(body: thread, operation: operation)
  }

  mutating func threads(_ numbers: Int..., kind: ThreadState.Kind = .plain, observing: Bool = false)
  {
    for number in numbers {
      let id = Self.thread(number)
      state.threads[id] = ThreadState(id: id, kind: kind, isObserver: observing)
    }
  }

  mutating func lock(
    _ number: Int, _ kind: LockKind = .condition, value: Int = 0, site: UInt64 = 0
  ) {
    let id = Self.lock(number)
    state.locks[id] = LockState(id: id, kind: kind, site: site, value: value, initialValue: value)
  }

  mutating func edit(_ number: Int, _ change: (inout LockState) -> Void) {
    change(&state.locks[Self.lock(number)]!)
  }

  mutating func edit(thread number: Int, _ change: (inout ThreadState) -> Void) {
    change(&state.threads[Self.thread(number)]!)
  }

  mutating func pass(seconds: UInt64) {
    clock += seconds * 1_000_000_000
    state.time = clock
  }

  private mutating func mark(_ thread: Int, _ operation: Int, lock: Int?) -> Mark {
    clock += 1000
    state.time = clock
    let sequence = lock.flatMap { state.locks[Self.lock($0)]?.sequence } ?? 0
    return Mark(
      thread: Self.thread(thread), time: clock, tag: Self.tag(thread, operation),
      sequence: sequence)
  }

  /// Takes the lock; by naming its value if `wanted`.
  mutating func take(_ thread: Int, _ lock: Int, wanted: Int? = nil, at operation: Int) {
    edit(lock) {
      $0.sequence &+= 1
      $0.owner = Self.thread(thread)
    }
    let mark = mark(thread, operation, lock: lock)
    edit(thread: thread) {
      $0.wait = nil
      $0.holds.append(
        Hold(lock: Self.lock(lock), operation: wanted == nil ? .lock : .lockWhen, mark: mark))
    }
  }

  /// Releases the lock, with a value if `setting`.
  mutating func release(_ thread: Int, _ lock: Int, setting: Int? = nil, at operation: Int) {
    edit(lock) { $0.sequence &+= 1 }
    let mark = mark(thread, operation, lock: lock)
    let id = Self.lock(lock)
    let hold = state.threads[Self.thread(thread)]!.holds.last { $0.lock == id }
    edit(lock) {
      let before = $0.value
      let after = setting ?? before
      let release = Release(
        mark: mark, operation: setting == nil ? .unlock : .unlockWith, before: before,
        after: after, acquiredBy: hold?.operation ?? .none)
      $0.lastRelease = release
      $0.owner = nil
      guard let setting else { return }
      if before != setting {
        var left = $0.values[before] ?? ValueRecord(value: before)
        left.lastLeft = mark
        left.lastLeftConsumed = hold?.operation.namesValue == true
        left.replacement = setting
        $0.values[before] = left
      }
      $0.value = setting
      $0.note(setting, by: mark)
    }
    edit(thread: thread) { $0.holds.removeAll { $0.lock == id } }
  }

  /// Signals a monitor that `woken` threads wait on, or counts a semaphore up.
  mutating func signal(_ thread: Int, _ lock: Int, woken: Int = 0, at operation: Int) {
    edit(lock) { $0.sequence &+= 1 }
    let mark = mark(thread, operation, lock: lock)
    edit(lock) {
      $0.lastSignal = mark
      if $0.kind == .monitor && woken == 0 { $0.idleSignals.append(mark) }
      if $0.kind == .semaphore { $0.value += 1 }
      $0.note(0, by: mark)
    }
  }

  /// Blocks on a lock or a semaphore.
  mutating func block(
    _ thread: Int, _ lock: Int, wanted: Int? = nil, limit: UInt64? = nil, at operation: Int
  ) {
    let mark = mark(thread, operation, lock: lock)
    let isSemaphore = state.locks[Self.lock(lock)]!.kind == .semaphore
    edit(thread: thread) {
      $0.wait = Wait(
        target: .lock(Self.lock(lock)),
        operation: isSemaphore ? .semaphoreWait : wanted == nil ? .lock : .lockWhen,
        wanted: wanted, deadline: limit.map { mark.time + $0 }, mark: mark)
    }
  }

  /// Waits for a signal, giving the monitor up.
  mutating func awaitSignal(_ thread: Int, _ lock: Int, at operation: Int) {
    let id = Self.lock(lock)
    let mark = mark(thread, operation, lock: lock)
    edit(lock) { if $0.owner == Self.thread(thread) { $0.owner = nil } }
    edit(thread: thread) {
      $0.holds.removeAll { $0.lock == id }
      $0.wait = Wait(target: .signal(id), operation: .wait, mark: mark)
    }
  }

  mutating func join(_ thread: Int, _ other: Int, at operation: Int) {
    let mark = mark(thread, operation, lock: nil)
    edit(thread: thread) {
      $0.wait = Wait(target: .end(of: Self.thread(other)), operation: .join, mark: mark)
    }
  }

  mutating func end(_ thread: Int) {
    let time = clock
    edit(thread: thread) {
      $0.isAlive = false
      $0.endTime = time
      $0.wait = nil
    }
  }

  var findings: [Finding] { StuckDetector.findings(in: state) }
}

extension LockState {
  fileprivate mutating func note(_ value: Int, by mark: Mark) {
    var record = values[value] ?? ValueRecord(value: value)
    record.timesSet += 1
    record.lastSet = mark
    if !record.setters.contains(mark.thread) { record.setters.append(mark.thread) }
    values[value] = record
  }
}

extension Finding {
  /// The operations its participants were tagged with, such as `1.2`.
  var operations: Set<String> {
    Set(
      participants.compactMap { participant in
        participant.mark.tag.body.map { "\($0).\(participant.mark.tag.operation)" }
      })
  }

  func operations(_ role: Participant.Role) -> [String] {
    participants.filter { $0.role == role }.compactMap { participant in
      participant.mark.tag.body.map { "\($0).\(participant.mark.tag.operation)" }
    }
  }
}
