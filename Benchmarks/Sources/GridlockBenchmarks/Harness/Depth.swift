import CGridlock
import CRivals
import Gridlock
import GridlockEvents

/// Calls from a stack of a known depth.
enum Depth {
  /// Runs the body where a lock that is taken records so many frames.
  static func run(recordedFrames frames: Int, _ body: () -> Void) {
    let probe = ConditionLock(condition: 0)
    for levels in 0..<frames {
      var found = 0
      descend(levels) { found = recorded(probe) }
      if found >= frames || found == 0 {
        descend(levels, body)
        return
      }
    }
    body()
  }

  /// How many frames a lock taken by the caller records.
  @inline(never)
  private static func recorded(_ lock: ConditionLock) -> Int {
    lock.lock()
    defer { lock.unlock() }
    let thread = gl_self()
    guard let base = gl_arena_base(), let record = thread.pointee.record,
      record.pointee.hold_count > 0
    else { return 0 }
    let hold = gl_hold_find(record, lock.lockID.rawValue)
    guard let stack = hold?.pointee.stack, stack != 0 else { return 0 }
    return Int(gl_arena_frames(base, stack)[0])
  }

  @inline(never)
  static func descend(_ levels: Int, _ body: () -> Void) {
    if levels > 0 { descend(levels - 1, body) } else { body() }
    rival_nothing()
  }
}
