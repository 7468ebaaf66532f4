import GridlockAnalysis
import GridlockEvents

/// A small seeded source of random numbers, the same on every platform.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
  mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
}

/// Small states of all shapes, most of them with many threads blocked.
enum RandomState {
  static func make(using source: inout SplitMix) -> SystemState {
    let threadCount = source.pick(1..<8)
    let lockCount = source.pick(1..<6)
    var state = SystemState(time: 20_000_000_000, isClosedWorld: source.chance(60))
    for number in 0..<lockCount {
      let lock = lock(number, threads: threadCount, using: &source)
      state.locks[lock.id] = lock
    }
    let mostlyBlocked = source.chance(60)
    for number in 0..<threadCount {
      let thread = thread(
        number, threads: threadCount, state: state, blocked: mostlyBlocked ? 100 : 70,
        using: &source)
      state.threads[thread.id] = thread
    }
    for lock in state.locks.values {
      guard let owner = lock.owner, source.chance(90) else { continue }
      state.threads[owner]?.holds.append(
        Hold(lock: lock.id, operation: .lock, mark: Mark(thread: owner)))
    }
    return state
  }

  private static func mark(_ threads: Int, _ source: inout SplitMix) -> Mark {
    Mark(
      thread: Scene.thread(source.pick(0..<threads)), time: UInt64(source.pick(0..<1000)),
      sequence: UInt32(source.pick(0..<8)))
  }

  private static func lock(
    _ number: Int, threads: Int, using source: inout SplitMix
  ) -> LockState {
    let kinds: [LockKind] = [
      .condition, .condition, .condition, .mutex, .recursive, .monitor, .semaphore,
    ]
    let kind = kinds[source.pick(0..<kinds.count)]
    var lock = LockState(
      id: Scene.lock(number), kind: kind, site: UInt64(source.pick(0..<4)),
      value: source.chance(70) ? 0 : source.pick(0..<3))
    if source.chance(50), kind != .semaphore {
      lock.owner = Scene.thread(source.pick(0..<threads + 1))
    }
    lock.isHandedOver = source.chance(15)
    lock.isHandOffDeclared = lock.isHandedOver && source.chance(30)
    lock.hasUnknownValues = source.chance(5)
    for value in 0..<3 where source.chance(50) {
      var record = ValueRecord(value: value, timesSet: source.pick(0..<3))
      if source.chance(60) { record.lastSet = mark(threads, &source) }
      if source.chance(40) { record.lastLeft = mark(threads, &source) }
      record.lastLeftConsumed = source.chance(50)
      record.hasUnknownSetters = source.chance(10)
      for _ in 0..<source.pick(0..<3) {
        record.setters.append(Scene.thread(source.pick(0..<threads + 1)))
      }
      lock.values[value] = record
    }
    if source.chance(10) { lock.declaredSetters[1] = [Scene.thread(source.pick(0..<threads))] }
    if source.chance(50), kind == .condition {
      let keeps = source.chance(50)
      lock.lastRelease = Release(
        mark: mark(threads, &source), operation: keeps ? .unlock : .unlockWith,
        before: keeps ? lock.value : source.pick(0..<3), after: lock.value,
        acquiredBy: source.chance(50) ? .lock : .lockWhen)
    }
    if source.chance(30), kind == .monitor {
      lock.idleSignals = [mark(threads, &source)]
      lock.lastSignal = mark(threads, &source)
    }
    return lock
  }

  private static func thread(
    _ number: Int, threads: Int, state: SystemState, blocked: Int, using source: inout SplitMix
  ) -> ThreadState {
    let kinds: [ThreadState.Kind] = [.plain, .plain, .plain, .main, .dispatch, .pool]
    let id = Scene.thread(number)
    var thread = ThreadState(
      id: id, kind: kinds[source.pick(0..<kinds.count)], isAlive: source.chance(85),
      isObserver: source.chance(5))
    guard thread.isAlive, source.chance(blocked) else { return thread }
    let mark = Mark(
      thread: id, time: UInt64(source.pick(0..<1000)), sequence: UInt32(source.pick(0..<8)))
    let lock = Scene.lock(source.pick(0..<state.locks.count))
    let target: Wait.Target =
      switch source.pick(0..<10) {
      case 0: .end(of: Scene.thread(source.pick(0..<threads + 1)))
      case 1...5 where state.locks[lock]?.kind == .monitor: .signal(lock)
      default: .lock(lock)
      }
    let isCondition = state.locks[lock]?.kind == .condition
    var wait = Wait(
      target: target, operation: .lock,
      wanted: isCondition && source.chance(60) ? source.pick(0..<3) : nil, mark: mark)
    if source.chance(8) {
      wait.deadline = source.chance(20) ? 90_000_000_000_000 : 21_000_000_000
      wait.timeoutsInRow = source.pick(0..<5)
    }
    thread.wait = wait
    return thread
  }
}
