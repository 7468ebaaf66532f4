internal import CGridlock
package import GridlockAnalysis
internal import GridlockEvents

extension Arena {
  /// Who holds, who waits, and each lock's past, at this instant.
  ///
  /// - Complexity: O(threads + locks).
  package func systemState(at time: UInt64) -> SystemState {
    var state = SystemState(time: time)
    for index in 0..<threadsUsed {
      if let thread = readThread(index) { state.threads[thread.id] = thread }
    }
    // Each value is of one lock: lists that share entries, in a corrupt arena, end here.
    var valuesLeft = Int(header.value_capacity)
    for index in 0..<slotsUsed {
      if let lock = readLock(index, &valuesLeft) { state.locks[lock.id] = lock }
    }
    // The owner in the lock is the truth; a list of holds may lag or be cut short.
    for (id, thread) in state.threads {
      let kept = thread.holds.filter { state.locks[$0.lock]?.owner == id }
      state.threads[id]!.holds = kept
    }
    var held = SlotMap<ThreadID, Set<LockID>>()
    for (id, thread) in state.threads { held[id] = Set(thread.holds.map(\.lock)) }
    for lock in state.locks.values {
      guard let owner = lock.owner, held[owner]?.contains(lock.id) == false,
        state.threads[owner]?.wait?.lock != lock.id
      else { continue }
      state.threads[owner]!.holds.append(
        Hold(lock: lock.id, operation: .lock, mark: Mark(thread: owner, sequence: lock.sequence)))
    }
    return state
  }

  /// How many threads can be read.
  var threadCount: Int { (0..<threadsUsed).count { record($0).pointee.id != 0 } }

  /// How many locks can be read, of those that were alive at the same time.
  var lockCount: Int { (0..<slotsUsed).count { slot($0).pointee.id != 0 } }

  func readThread(_ index: UInt32) -> ThreadState? {
    let record = self.record(index)
    let id = gl_load_acquire(&record.pointee.id)
    guard id != 0, id & 0xffff_ffff == UInt64(index) else { return nil }
    let copy = record.pointee
    var thread = ThreadState(
      id: ThreadID(rawValue: id), systemID: copy.system_id, name: Arena.text(copy.name),
      kind: ThreadState.Kind(rawValue: copy.kind) ?? .plain,
      isAlive: copy.state == UInt8(GL_ALIVE),
      endTime: copy.state == UInt8(GL_ENDED) ? copy.end_time : nil,
      isObserver: copy.observer != 0)
    thread.holds = readHolds(record, thread.id)
    thread.wait = thread.isAlive ? readWait(record, thread.id) : nil
    return thread
  }

  private func readHolds(_ record: UnsafeMutablePointer<gl_record>, _ id: ThreadID) -> [Hold] {
    for _ in 0..<100 {
      let version = gl_load32_acquire(&record.pointee.holds_version)
      let count = min(record.pointee.hold_count, UInt32(GL_HOLDS))
      let holds = withUnsafePointer(to: &record.pointee.holds) {
        $0.withMemoryRebound(to: gl_hold.self, capacity: Int(GL_HOLDS)) { entries in
          (0..<Int(count)).map { entries[$0] }
        }
      }
      gl_fence_acquire()
      guard version & 1 == 0, gl_load32(&record.pointee.holds_version) == version else { continue }
      return holds.map { hold in
        Hold(
          lock: LockID(rawValue: hold.lock),
          operation: Operation(rawValue: hold.operation) ?? .lock,
          mark: Mark(
            thread: id, time: hold.since, stack: StackID(rawValue: hold.stack),
            tag: SiteTag(rawValue: hold.tag), sequence: hold.sequence))
      }
    }
    return []
  }

  private func readWait(_ record: UnsafeMutablePointer<gl_record>, _ id: ThreadID) -> Wait? {
    for _ in 0..<100 {
      let version = gl_load_acquire(&record.pointee.wait_version)
      let copy = record.pointee
      gl_fence_acquire()
      guard version & 1 == 0, gl_load(&record.pointee.wait_version) == version else { continue }
      let lock = LockID(rawValue: copy.wait_lock)
      let target: Wait.Target
      switch Int(copy.wait_kind) {
      case GL_WAIT_LOCK: target = .lock(lock)
      case GL_WAIT_SIGNAL: target = .signal(lock)
      case GL_WAIT_END: target = .end(of: ThreadID(rawValue: copy.wait_other))
      default: return nil
      }
      let isLimited = Arena.isLimited(copy.wait_deadline, since: copy.wait_since)
      return Wait(
        target: target, operation: Operation(rawValue: copy.wait_operation) ?? .lock,
        wanted: copy.wait_names_value != 0 ? Int(copy.wait_wanted) : nil,
        deadline: isLimited ? copy.wait_deadline : nil,
        mark: Mark(
          thread: id, time: copy.wait_since, stack: StackID(rawValue: copy.wait_stack),
          tag: SiteTag(rawValue: copy.wait_tag), sequence: copy.wait_sequence),
        timeoutsInRow: Int(copy.wait_timeouts), firstAttempt: copy.wait_first)
    }
    return nil
  }

  func readLock(_ index: UInt32) -> LockState? {
    var valuesLeft = Int(header.value_capacity)
    return readLock(index, &valuesLeft)
  }

  private func readLock(_ index: UInt32, _ valuesLeft: inout Int) -> LockState? {
    let slot = self.slot(index)
    let id = gl_load_acquire(&slot.pointee.id)
    guard id != 0, id & 0xffff_ffff == UInt64(index) else { return nil }
    var copy = slot.pointee
    for _ in 0..<100 {
      let version = gl_load32_acquire(&slot.pointee.version)
      copy = slot.pointee
      gl_fence_acquire()
      if version & 1 == 0, gl_load32(&slot.pointee.version) == version { break }
    }
    var lock = LockState(
      id: LockID(rawValue: id), kind: LockKind(rawValue: copy.kind) ?? .condition,
      name: name(at: copy.name), creation: Arena.mark(copy.created), site: copy.site,
      value: Int(copy.value), initialValue: Int(copy.initial),
      owner: copy.owner == 0 ? nil : ThreadID(rawValue: copy.owner))
    lock.ownerTask = copy.owner_task
    lock.sequence = copy.sequence
    lock.isHandedOver = Int(copy.flags) & (GL_HANDED_OVER | GL_HAND_OFF_DECLARED) != 0
    lock.isHandOffDeclared = Int(copy.flags) & GL_HAND_OFF_DECLARED != 0
    lock.hasUnknownValues = Int(copy.flags) & GL_UNKNOWN_VALUES != 0
    if copy.released.thread != 0 { lock.lastRelease = Arena.release(copy) }
    if Int(copy.flags) & GL_IDLE_SIGNAL != 0 { lock.idleSignals = [Arena.mark(copy.idle_signal)] }
    readValues(first: copy.values, into: &lock, &valuesLeft)
    if lock.kind == .monitor || lock.kind == .semaphore {
      lock.lastSignal = lock.values[0]?.lastSet
    }
    return lock
  }

  private func readValues(
    first: UInt32, into lock: inout LockState, _ valuesLeft: inout Int
  ) {
    var next = first
    var left = 64  // more than a lock can have: a loop in a corrupt arena ends here
    while next != 0, next <= header.value_capacity, left > 0, valuesLeft > 0 {
      left -= 1
      valuesLeft -= 1
      let entry = self.value(next - 1).pointee
      next = entry.next
      var value = ValueRecord(value: Int(entry.value), timesSet: Int(entry.times_set))
      if entry.set.thread != 0 { value.lastSet = Arena.mark(entry.set) }
      if Int(entry.flags) & GL_LEFT != 0 {
        value.lastLeft = Arena.mark(entry.left)
        value.lastLeftConsumed = Int(entry.flags) & GL_CONSUMED != 0
        value.replacement = Int(entry.replacement)
      }
      let setters = [entry.setters.0, entry.setters.1, entry.setters.2, entry.setters.3]
      value.setters = setters.filter { $0 != 0 }.map { ThreadID(rawValue: $0) }
      value.hasUnknownSetters = Int(entry.flags) & GL_UNKNOWN_SETTERS != 0
      value.timesWanted = Int(entry.times_wanted)
      if lock.kind == .semaphore, value.value == Int(GL_TAKEN) {
        lock.takers = value.setters.map { thread in
          value.lastSet.flatMap { $0.thread == thread ? $0 : nil } ?? Mark(thread: thread)
        }
        continue
      }
      lock.values[value.value] = value
    }
  }

  private static let dayInNanoseconds: UInt64 = 86_400_000_000_000

  /// Whether a wait has a limit within a day; zero is none. A thread that is held up before it
  /// publishes its wait does so with a limit that is past.
  static func isLimited(_ deadline: UInt64, since: UInt64) -> Bool {
    deadline != 0 && (deadline <= since || deadline - since < dayInNanoseconds)
  }

  static func mark(_ mark: gl_mark) -> Mark {
    Mark(
      thread: ThreadID(rawValue: mark.thread), time: mark.time,
      stack: StackID(rawValue: mark.stack), tag: SiteTag(rawValue: mark.tag),
      sequence: mark.sequence)
  }

  /// The latest release of a lock.
  static func release(_ slot: gl_slot) -> Release {
    Release(
      mark: Arena.mark(slot.released),
      operation: Operation(rawValue: slot.release_operation) ?? .unlock,
      before: Int(slot.release_before), after: Int(slot.release_after),
      acquiredBy: Operation(rawValue: slot.release_acquired_by) ?? .none)
  }

  static func text<Bytes>(_ bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
