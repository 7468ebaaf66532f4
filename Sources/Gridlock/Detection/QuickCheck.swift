internal import CGridlock
internal import GridlockLocks

/// Decides, for a thread about to park, whether anybody is left to let it go; in the thread itself,
/// without locks or memory.
///
/// Follows owners and known setters only. Whatever it can't decide it leaves to the full analysis.
struct QuickCheck {
  enum Verdict {
    /// Somebody it waits for can run.
    case canGo
    /// All it follows leads back to waiting threads.
    case stuck
    /// It can't tell who could end the wait.
    case unknown
  }

  let base: UnsafeMutableRawPointer
  private var path: InlineArray<16, UInt64> = .init(repeating: 0)
  private var depth = 0

  init(base: UnsafeMutableRawPointer) { self.base = base }

  mutating func verdict(for thread: Waiter) -> Verdict {
    guard let record = thread.pointee.record else { return .unknown }
    return verdict(record)
  }

  private mutating func verdict(_ record: UnsafeMutablePointer<gl_record>) -> Verdict {
    guard record.pointee.state == UInt8(GL_ALIVE) else { return .stuck }
    let kind = Int(record.pointee.wait_kind)
    guard kind != GL_WAIT_NONE, !isLimited(record) else { return .canGo }
    for index in 0..<depth where path[index] == record.pointee.id { return .stuck }
    guard depth < 16 else { return .unknown }
    path[depth] = record.pointee.id
    depth += 1
    defer { depth -= 1 }
    if kind == GL_WAIT_END { return verdict(of: record.pointee.wait_other) }
    let lock = record.pointee.wait_lock
    let slot = gl_arena_slot(base, UInt32(truncatingIfNeeded: lock))
    guard gl_load(&slot.pointee.id) == lock else { return .unknown }
    if kind == GL_WAIT_SIGNAL { return settersVerdict(slot, value: 0) }
    let owner = gl_load(&slot.pointee.owner)
    if owner != 0 {
      let ownerVerdict = verdict(of: owner)
      // A foreign release could free it: that is for the full analysis to weigh.
      return ownerVerdict
    }
    if slot.pointee.kind == UInt8(5) {
      return slot.pointee.value > 0 ? .canGo : settersVerdict(slot, value: 0)
    }
    if record.pointee.wait_names_value == 0
      || record.pointee.wait_wanted == gl_load_value(&slot.pointee.value)
    {
      return .canGo
    }
    return settersVerdict(slot, value: record.pointee.wait_wanted)
  }

  private mutating func verdict(of thread: UInt64) -> Verdict {
    let record = gl_arena_record(base, UInt32(truncatingIfNeeded: thread))
    guard gl_load(&record.pointee.id) == thread else { return .stuck }
    return verdict(record)
  }

  private mutating func settersVerdict(
    _ slot: UnsafeMutablePointer<gl_slot>, value: Int64
  ) -> Verdict {
    guard let entry = gl_value_find(slot, value, false) else { return .unknown }
    var answer = Verdict.unknown
    let setters = entry.pointee.setters
    for setter in [setters.0, setters.1, setters.2, setters.3] where setter != 0 {
      switch verdict(of: setter) {
      case .canGo: return .canGo
      case .stuck: if answer == .unknown { answer = .stuck }
      case .unknown: return .unknown
      }
    }
    return answer
  }

  private func isLimited(_ record: UnsafeMutablePointer<gl_record>) -> Bool {
    return Arena.isLimited(record.pointee.wait_deadline, since: record.pointee.wait_since)
      && record.pointee.wait_timeouts < 3
  }
}
