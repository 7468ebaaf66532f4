extension StepModel {
  /// What an instruction does, without its operands.
  enum Code: UInt8 {
    case lock, lockWhen, tryLock, tryWhen, lockBefore, lockWhenBefore
    case unlock, unlockWith
    case wait, waitUntil, signal, broadcast
    case semaphoreWait, semaphoreSignal
    case spawn, join, exit
    case task, await, yield
    case async, sync, runLoop
    case set, increment, decrement, read
    /// `work`, `sleep` and `destroy`: nothing another body could notice.
    case idle
    case new, test

    /// Whether it may give up instead of waiting for ever.
    var isTimed: Bool { self == .lockBefore || self == .lockWhenBefore }
  }

  /// An integer, or the content of a cell plus a constant.
  struct Operand {
    /// Where the cell is, or -1.
    var cell: Int32 = -1
    var constant: Int = 0
  }

  /// An action with names resolved to offsets in a packed state.
  struct Instruction {
    var code: Code
    var relation = Scenario.Comparison.Relation.equal
    /// Whether it goes back in its program, so that a schedule could go on for ever.
    var goesBack = false
    /// Where the owner of the lock is kept.
    var owner: Int32 = -1
    /// Where the lock's value, the count or the variable is kept.
    var cell: Int32 = -1
    /// The body that is started, joined or awaited.
    var target: Int32 = -1
    var queue: Int32 = -1
    var next: Int32
    var otherwise: Int32
    var number: Int32
    var left = Operand()
    var right = Operand()
    /// The objects it reads and those it changes, a bit each, for independence.
    var reads: UInt64 = 0
    var writes: UInt64 = 0
    /// What the body may still read or change from here on.
    var futureReads: UInt64 = 0
    var futureWrites: UInt64 = 0

    /// Whether the wanted value must be fixed when the operation starts.
    var isComputed: Bool { right.cell >= 0 }
  }

  /// Where a body is.
  enum Status {
    /// Never started.
    static let dormant: UInt8 = 0
    /// A task in the pool's queue.
    static let queued: UInt8 = 1
    static let active: UInt8 = 2
    /// Waiting for a signal.
    static let waiting: UInt8 = 3
    /// Signalled or timed out, and about to take the lock again.
    static let woken: UInt8 = 4
    /// Blocked with the wanted value fixed.
    static let fixed: UInt8 = 5
    /// In `await`, `sync` or `runloop`.
    static let suspended: UInt8 = 6
    static let finished: UInt8 = 7
  }

  /// One way a body may move: the body in the high byte, how in the low byte.
  struct Move: Hashable {
    var rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(body: Int, how: UInt8) { rawValue = UInt16(body) << 8 | UInt16(how) }

    var body: Int { Int(rawValue >> 8) }
    var how: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// The operation goes through.
    static let go: UInt8 = 0
    /// A try fails, or a limit passes.
    static let fail: UInt8 = 1
    /// The operation blocks, with its wanted value fixed.
    static let enter: UInt8 = 2
    /// A dispatch block gets a thread.
    static let start: UInt8 = 3
    /// A woken waiter takes its lock again.
    static let retake: UInt8 = 4
    /// The operation goes through and wakes the body `how - wake`.
    static let wake: UInt8 = 8
  }
}
