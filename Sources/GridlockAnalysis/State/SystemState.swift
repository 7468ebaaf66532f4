public import GridlockEvents

/// Everything the detectors know at one instant: who holds, who waits, and each lock's past.
///
/// Read from live memory, from another process, or built from events: the detectors can't tell.
public struct SystemState: Sendable, Hashable {
  /// Monotonic nanoseconds.
  public var time: UInt64
  public var threads: SlotMap<ThreadID, ThreadState>
  public var locks: SlotMap<LockID, LockState>
  /// Whether `threads` are all the threads that could ever act on these locks: the kernel's list
  /// agreed, or a scope declared them.
  public var isClosedWorld: Bool
  /// Events that were overwritten or could not be kept.
  public var lostEvents: UInt64

  public init(
    time: UInt64 = 0, threads: SlotMap<ThreadID, ThreadState> = [:],
    locks: SlotMap<LockID, LockState> = [:],
    isClosedWorld: Bool = false, lostEvents: UInt64 = 0
  ) {
    self.time = time
    self.threads = threads
    self.locks = locks
    self.isClosedWorld = isClosedWorld
    self.lostEvents = lostEvents
  }
}
