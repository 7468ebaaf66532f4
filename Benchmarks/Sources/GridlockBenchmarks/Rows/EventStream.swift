import GridlockEvents

/// A made-up run: eight threads, a hundred locks, nesting in one order, a queue handed to and fro.
struct EventStream {
  private var events: [Event] = []
  private var time: UInt64 = 1000
  private var sequences = [UInt32](repeating: 0, count: locks + 2)
  private var random: UInt64 = 42

  private static let threads: UInt32 = 8
  private static let locks = 100

  static func make(count: Int) -> [Event] {
    var stream = EventStream()
    for thread in 1...threads { stream.add(.threadStarted, .none, thread: thread, lock: nil) }
    for lock in 1...locks + 1 { stream.add(.created, .create, thread: 1, lock: lock) }
    while stream.events.count < count {
      let thread = 1 + stream.next(threads)
      if stream.next(8) == 0 { stream.handOff(thread) } else { stream.nest(thread) }
    }
    return stream.events
  }

  private mutating func nest(_ thread: UInt32) {
    let outer = 1 + Int(next(UInt32(Self.locks - 1)))
    let inner = outer + 1 + Int(next(UInt32(Self.locks - outer)))
    add(.acquired, .lock, thread: thread, lock: outer)
    add(.acquired, .lock, thread: thread, lock: inner)
    add(.released, .unlock, thread: thread, lock: inner)
    add(.released, .unlock, thread: thread, lock: outer)
  }

  /// One thread waits for a value that another sets.
  private mutating func handOff(_ thread: UInt32) {
    let queue = Self.locks + 1
    let other = thread % Self.threads + 1
    add(.waiting, .lockWhen, thread: thread, lock: queue, wanted: 1)
    add(.acquired, .lockWhen, thread: other, lock: queue, wanted: 0)
    add(.released, .unlockWith, thread: other, lock: queue, after: 1)
    add(.acquired, .lockWhen, thread: thread, lock: queue, wanted: 1, before: 1, after: 1)
    add(.released, .unlockWith, thread: thread, lock: queue, before: 1, after: 0)
  }

  private mutating func add(
    _ kind: Event.Kind, _ operation: Operation, thread: UInt32, lock: Int?, wanted: Int? = nil,
    before: Int = 0, after: Int = 0
  ) {
    time += UInt64(50 + next(100))
    if let lock, kind == .acquired || kind == .released { sequences[lock] &+= 1 }
    events.append(
      Event(
        kind: kind, operation: operation, time: time,
        thread: ThreadID(rawValue: 1 << 32 | UInt64(thread)),
        lock: lock.map { LockID(rawValue: 1 << 32 | UInt64($0)) } ?? .none,
        sequence: lock.map { sequences[$0] } ?? 0, wanted: wanted, before: before, after: after,
        stack: StackID(rawValue: 1 + UInt32(lock ?? 0) * 4 + UInt32(kind.rawValue % 4))))
  }

  private mutating func next(_ bound: UInt32) -> UInt32 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: random >> 33) % bound
  }
}
