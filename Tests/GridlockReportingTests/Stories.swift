import GridlockAnalysis
import GridlockEvents

@testable import GridlockReporting

/// One hand-made case for each kind that has a golden text.
enum Stories {
  static func cycle() -> (Story, Finding) {
    var story = Story()
    let one = story.thread(2, "worker-1")
    let two = story.thread(3, "worker-2")
    let three = story.thread(4, "logger")
    let a = story.lock(1, "A")
    let b = story.lock(2, "B")
    let tookA = story.mark(one, ago: 2.5, "Bank.transfer(from:to:) Bank.swift:30")
    let tookB = story.mark(two, ago: 2.4, "Bank.audit() Bank.swift:52")
    let wantsB = story.mark(one, ago: 2.3, "Bank.transfer(from:to:) Bank.swift:31")
    let wantsA = story.mark(two, ago: 2.2, "Bank.audit() Bank.swift:53")
    let behind = story.mark(three, ago: 1, "Log.flush() Log.swift:8")
    story.hold(a, tookA)
    story.hold(b, tookB)
    story.wait(b, wantsB)
    story.wait(a, wantsA)
    story.wait(a, behind)
    let finding = Finding(
      kind: .cycle, certainty: .certain, severity: .error,
      participants: [
        part(.waits, .lock, b, wantsB), part(.holds, .lock, b, tookB),
        part(.waits, .lock, a, wantsA), part(.holds, .lock, a, tookA),
      ], victims: [three],
      reasons: ["every thread of the process is watched, and none can release these locks for them"]
    )
    return (story, finding)
  }

  static func selfDeadlock() -> (Story, Finding) {
    var story = Story()
    let main = story.thread(1, "", kind: .main)
    let lock = story.lock(7, "", at: "Cache.init() Cache.swift:12")
    let took = story.mark(main, ago: 0.0312, "Cache.update() Cache.swift:20")
    let wants = story.mark(main, ago: 0.031, "Cache.evict() Cache.swift:33")
    story.hold(lock, took)
    story.wait(lock, wants)
    let finding = Finding(
      kind: .selfDeadlock, certainty: .probable, severity: .error,
      participants: [part(.waits, .lock, lock, wants), part(.holds, .lock, lock, took)])
    return (story, finding)
  }

  static func nestedMonitor() -> (Story, Finding) {
    var story = Story()
    let consumer = story.thread(2, "consumer")
    let producer = story.thread(3, "producer")
    let outer = story.lock(1, "registry")
    let buffer = story.lock(2, "buffer", kind: .condition, names: [0: "empty", 1: "full"])
    let tookOuter = story.mark(consumer, ago: 4.1, "Hub.next() Hub.swift:14")
    let waits = story.mark(consumer, ago: 4, "Buffer.take() Buffer.swift:25")
    let blocked = story.mark(producer, ago: 3.9, "Hub.publish(_:) Hub.swift:40")
    let set = story.mark(producer, ago: 60, "Buffer.put(_:) Buffer.swift:19")
    story.hold(outer, tookOuter)
    story.wait(buffer, waits, .lockWhen, wanted: 1)
    story.wait(outer, blocked)
    story.state.locks[buffer]!.values[1] = ValueRecord(
      value: 1, timesSet: 3, lastSet: set, setters: [producer])
    let finding = Finding(
      kind: .nestedMonitor, also: [.cycle], certainty: .certain, severity: .error,
      participants: [
        part(.waits, .lockWhen, buffer, waits, value: 1),
        part(.holds, .lock, outer, tookOuter),
        part(.couldHelp, .lock, outer, blocked),
      ], reasons: ["every setter of 1 waits for \"registry\""])
    return (story, finding)
  }

  static func brokenChain() -> (Story, Finding) {
    var story = Story()
    let producer = story.thread(2, "producer", endedAgo: 1)
    let consumer = story.thread(3, "consumer")
    let stage = story.lock(1, "stage", kind: .condition, value: 1, names: [1: "busy", 2: "ready"])
    let setBusy = story.mark(consumer, ago: 6, "Pipeline.reset() Pipeline.swift:15")
    let setReady = story.mark(producer, ago: 7, "Pipeline.produce() Pipeline.swift:33")
    let keeps = story.mark(producer, ago: 2.3, "Pipeline.produce() Pipeline.swift:28")
    let waits = story.mark(consumer, ago: 5.5, "Pipeline.consume() Pipeline.swift:41")
    story.wait(stage, waits, .lockWhen, wanted: 2)
    story.state.locks[stage]!.lastRelease = Release(
      mark: keeps, operation: .unlock, before: 1, after: 1, acquiredBy: .lockWhen)
    story.state.locks[stage]!.values = [
      1: ValueRecord(value: 1, timesSet: 1, lastSet: setBusy, setters: [consumer]),
      2: ValueRecord(value: 2, timesSet: 1, lastSet: setReady, setters: [producer]),
    ]
    story.event(.released, .unlockWith, stage, setReady, 1, 2)
    story.event(.acquired, .lockWhen, stage, setReady, wanted: 2, 2)
    story.event(.released, .unlockWith, stage, setBusy, 2, 1)
    story.event(.waiting, .lockWhen, stage, waits, wanted: 2, 1)
    story.event(.released, .unlock, stage, keeps, 1, 1)
    let finding = Finding(
      kind: .brokenChain, also: [.orphanWait], certainty: .probable, severity: .error,
      participants: [
        part(.waits, .lockWhen, stage, waits, value: 2), part(.caused, .unlock, stage, keeps),
      ], reasons: ["earlier, this thread ended its turn with unlock(withCondition: 2)"])
    return (story, finding)
  }

  static func drift() -> (Story, Finding) {
    var story = Story()
    let a = story.thread(2, "filler")
    let b = story.thread(3, "cleaner")
    let c = story.thread(4, "drainer")
    let buffer = story.lock(
      1, "", kind: .condition, names: [0: "empty", 1: "full"],
      at:
        "Buffer.init() Buffer.swift:9")
    let set = story.mark(a, ago: 3, "Buffer.fill() Buffer.swift:20")
    let over = story.mark(b, ago: 2.9, "Buffer.clear() Buffer.swift:44")
    let waits = story.mark(c, ago: 3.5, "Buffer.drain() Buffer.swift:31")
    story.wait(buffer, waits, .lockWhenBefore, wanted: 1)
    story.state.threads[c]!.wait!.deadline = story.state.time + 86_000_000_000_000
    story.state.locks[buffer]!.lastRelease = Release(
      mark: over, operation: .unlockWith, before: 1, after: 0, acquiredBy: .lock)
    story.state.locks[buffer]!.values = [
      0: ValueRecord(value: 0, timesSet: 1, lastSet: over, setters: [b]),
      1: ValueRecord(
        value: 1, timesSet: 1, lastSet: set, lastLeft: over, setters: [a],
        hasUnknownSetters: true),
    ]
    story.event(.created, .create, buffer, story.state.locks[buffer]!.creation)
    story.event(.released, .unlockWith, buffer, set, 0, 1)
    story.event(.released, .unlockWith, buffer, over, 1, 0)
    let finding = Finding(
      kind: .drift, certainty: .probable, severity: .error,
      participants: [
        part(.waits, .lockWhenBefore, buffer, waits, value: 1),
        part(.witness, .unlockWith, buffer, set, value: 1),
        part(.caused, .unlockWith, buffer, over, value: 0),
      ])
    return (story, finding)
  }

  static func orphanWait() -> (Story, Finding) {
    var story = Story()
    let waiter = story.thread(2, "waiter")
    let done = story.lock(1, "done", kind: .condition, at: "main main.swift:3")
    let waits = story.mark(waiter, ago: 30, "run() main.swift:10")
    story.wait(done, waits, .lockWhen, wanted: 1)
    let finding = Finding(
      kind: .orphanWait, certainty: .certain, severity: .error,
      participants: [part(.waits, .lockWhen, done, waits, value: 1)],
      reasons: ["all threads of the process are watched, and no other is left"])
    return (story, finding)
  }

  static func exitHolding() -> (Story, Finding) {
    var story = Story()
    let gone = story.thread(2, "loader", endedAgo: 1.5)
    let waiter = story.thread(3)
    let table = story.lock(1, "table")
    let took = story.mark(gone, ago: 1.6, "Loader.load() Loader.swift:12")
    let wants = story.mark(waiter, ago: 1.2, "Table.get(_:) Table.swift:7")
    story.hold(table, took)
    story.wait(table, wants)
    let finding = Finding(
      kind: .exitHolding, certainty: .certain, severity: .error,
      participants: [part(.holds, .lock, table, took), part(.waits, .lock, table, wants)])
    return (story, finding)
  }

  static func nonOwner() -> (Story, Finding) {
    var story = Story()
    let main = story.thread(1, "", kind: .main)
    let worker = story.thread(2, "worker")
    let gate = story.lock(1, "gate", kind: .condition)
    let took = story.mark(worker, ago: 0.5, "work() main.swift:8")
    let frees = story.mark(main, ago: 0.2, "finish() main.swift:21")
    story.hold(gate, took)
    let finding = Finding(
      kind: .nonOwner, certainty: .certain, severity: .warning,
      participants: [
        part(.caused, .unlockWith, gate, frees, value: 3), part(.holds, .lock, gate, took),
      ])
    return (story, finding)
  }

  static func order() -> (Story, Finding) {
    var story = Story()
    let one = story.thread(2, "worker-1", endedAgo: 0.1)
    let two = story.thread(3, "worker-2")
    let a = story.lock(1, "A")
    let b = story.lock(2, "B")
    let finding = Finding(
      kind: .order, occurrence: .predicted, certainty: .probable, severity: .warning,
      participants: [
        part(.holds, .lock, a, story.mark(one, ago: 3, "transfer() Bank.swift:30")),
        part(.waits, .lock, b, story.mark(one, ago: 3, "transfer() Bank.swift:31")),
        part(.holds, .lock, b, story.mark(two, ago: 2, "audit() Bank.swift:52")),
        part(.waits, .lock, a, story.mark(two, ago: 2, "audit() Bank.swift:53")),
      ], reasons: ["no gate lock is held around both orders"])
    return (story, finding)
  }

  static func destroyedBusy() -> (Story, Finding) {
    var story = Story()
    let main = story.thread(1, "", kind: .main)
    let worker = story.thread(2, "worker")
    let lock = story.lock(1, "scratch")
    let took = story.mark(worker, ago: 0.5, "Worker.run() Worker.swift:17")
    let freed = story.mark(main, ago: 0.0005, "Job.deinit Job.swift:30")
    story.hold(lock, took)
    story.state.locks[lock]!.isAlive = false
    let finding = Finding(
      kind: .destroyedBusy, certainty: .certain, severity: .error,
      participants: [part(.holds, .lock, lock, took), part(.caused, .destroy, lock, freed)])
    return (story, finding)
  }

  static let all: [(name: String, make: @Sendable () -> (Story, Finding))] = [
    ("cycle", cycle), ("self", selfDeadlock), ("nested-monitor", nestedMonitor),
    ("broken-chain", brokenChain), ("drift", drift), ("orphan-wait", orphanWait),
    ("exit-holding", exitHolding), ("non-owner", nonOwner), ("order", order),
    ("destroyed-busy", destroyedBusy),
  ]
}
