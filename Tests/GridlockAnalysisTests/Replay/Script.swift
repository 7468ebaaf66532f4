import GridlockAnalysis
import GridlockEvents

/// Turns lines such as `T1 lockWhen L1 1` into the events a run of them would give.
///
/// Steps come in the order written. A step that must wait gives `waiting`; the release that lets it
/// go gives its `acquired` right after, first come first served. Locks start with a letter for
/// their kind: L condition, M plain, R recursive, C monitor, S semaphore. Each operation is tagged
/// with its body (T1 is body 1) and its number there. `+5` lets 5 ms pass.
struct Script {
  struct Parked {
    var thread: Int
    var lock: String
    var event: Event
    var isSignalled = false
  }

  private(set) var events: [Event] = []
  private var time: UInt64 = 1000
  private var owners: [String: Int] = [:]
  private var depths: [String: Int] = [:]
  private var values: [String: Int] = [:]
  private var sequences: [String: UInt32] = [:]
  private var counts: [Int: Int] = [:]
  private var parked: [Parked] = []
  private var ended: Set<Int> = []

  init(_ text: String) {
    for line in text.split(whereSeparator: { $0 == "\n" || $0 == ";" }) {
      let words = line.split(separator: " ").map(String.init)
      if let first = words.first { step(first, Array(words.dropFirst())) }
    }
  }

  static func thread(_ number: Int) -> ThreadID {
    ThreadID(index: UInt32(number + 1), generation: 1)
  }

  static func lock(_ name: String) -> LockID {
    let letter = UInt32(name.first?.asciiValue ?? 0)
    return LockID(index: letter * 100_000 + UInt32(name.dropFirst())!, generation: 1)
  }

  static func tag(_ body: Int, _ operation: Int) -> SiteTag {
    SiteTag(body: body, operation: operation)
  }

  /// What declares the lock to a replay.
  static func state(_ name: String, site: UInt64 = 0, value: Int = 0) -> LockState {
    let kind: LockKind =
      switch name.first {
      case "M": .mutex
      case "R": .recursive
      case "C": .monitor
      case "S": .semaphore
      default: .condition
      }
    return LockState(
      id: lock(name), kind: kind, name: site == 0 ? name : "", site: site, value: value,
      initialValue: value)
  }

  /// The analysis of the events, with the locks declared that the text names.
  func analyzed(declaring locks: [LockState] = []) -> Analyzer {
    var analyzer = Analyzer()
    for lock in locks { analyzer.declare(lock) }
    for event in events { analyzer.apply(event) }
    return analyzer
  }

  // MARK: - Steps

  private mutating func step(_ subject: String, _ words: [String]) {
    if subject.hasPrefix("+") {
      time += UInt64(subject.dropFirst())! * 1_000_000
      return
    }
    if subject == "repeat" {
      let inner = words.dropFirst().joined(separator: " ").split(separator: ",")
      for _ in 0..<Int(words[0])! {
        for part in inner {
          let words = part.split(separator: " ").map(String.init)
          step(words[0], Array(words.dropFirst()))
        }
      }
      return
    }
    if subject == "init" {
      for word in words { create(word) }
      return
    }
    let thread = Int(subject.dropFirst())!
    counts[thread, default: 0] += 1
    perform(
      thread, words[0], words.count > 1 ? words[1] : "", words.count > 2 ? Int(words[2]) : nil)
  }

  private mutating func create(_ word: String) {
    let parts = word.split(whereSeparator: { "()".contains($0) }).map(String.init)
    values[parts[0]] = parts.count > 1 ? Int(parts[1])! : 0
    emit(.created, .create, 0, parts[0]) { $0.tag = .none }
  }

  private mutating func perform(_ thread: Int, _ word: String, _ name: String, _ number: Int?) {
    switch word {
    case "lock": acquire(thread, .lock, name)
    case "lockWhen": acquire(thread, .lockWhen, name, wanted: number)
    case "lockBefore": acquire(thread, .lockBefore, name, limit: number)
    case "lockWhenBefore": acquire(thread, .lockWhenBefore, name, wanted: number, limit: 100)
    case "try": attempt(thread, .tryLock, name)
    case "tryWhen": attempt(thread, .tryLockWhen, name, wanted: number)
    case "timeOut": giveUp(thread)
    case "unlock": release(thread, .unlock, name)
    case "unlockWith": release(thread, .unlockWith, name, value: number)
    case "wait": wait(thread, name)
    case "signal": signal(thread, name, limit: 1)
    case "broadcast": signal(thread, name, limit: .max)
    case "semWait": semaphoreWait(thread, name)
    case "semSignal": semaphoreSignal(thread, name)
    case "spawn": emit(.spawned, .spawn, thread, nil) { $0.other = Self.thread(Self.number(name)) }
    case "join": join(thread, Self.number(name))
    case "read": emit(.read, .read, thread, name)
    case "exit": exit(thread)
    case "destroy": emit(.destroyed, .destroy, thread, name)
    default: fatalError("no operation \(word)")
    }
  }

  private static func number(_ name: String) -> Int { Int(name.dropFirst())! }

  @discardableResult
  private mutating func emit(
    _ kind: Event.Kind, _ operation: Operation, _ thread: Int, _ name: String?,
    change: (inout Event) -> Void = { _ in }
  ) -> Event {
    time += 1000
    var event = Event(kind: kind, operation: operation, time: time, thread: Self.thread(thread))
    event.tag = Self.tag(thread, counts[thread] ?? 0)
    if let name {
      event.lock = Self.lock(name)
      event.before = values[name] ?? 0
      event.after = event.before
      event.sequence = sequences[name] ?? 0
    }
    change(&event)
    events.append(event)
    return event
  }

  private func canGo(_ name: String, wanted: Int?) -> Bool {
    owners[name] == nil && (wanted == nil || wanted == values[name])
  }

  private mutating func take(_ thread: Int, _ name: String, from event: Event) {
    owners[name] = thread
    depths[name] = 1
    sequences[name, default: 0] += 1
    emit(.acquired, event.operation, thread, name) {
      $0.wanted = event.wanted
      $0.deadline = event.deadline
      $0.tag = event.tag
    }
  }

  private mutating func acquire(
    _ thread: Int, _ operation: Operation, _ name: String, wanted: Int? = nil, limit: Int? = nil
  ) {
    let event = Event(
      kind: .waiting, operation: operation, thread: Self.thread(thread), wanted: wanted,
      tag: Self.tag(thread, counts[thread]!),
      deadline: limit.map { time + UInt64($0) * 1_000_000 })
    if name.hasPrefix("R"), owners[name] == thread {
      depths[name]! += 1
      emit(.acquired, operation, thread, name)
    } else if canGo(name, wanted: wanted) {
      take(thread, name, from: event)
    } else {
      let emitted = emit(.waiting, operation, thread, name) {
        $0.wanted = wanted
        $0.deadline = event.deadline
      }
      parked.append(Parked(thread: thread, lock: name, event: emitted))
    }
  }

  private mutating func attempt(
    _ thread: Int, _ operation: Operation, _ name: String, wanted: Int? = nil
  ) {
    if canGo(name, wanted: wanted) {
      let event = Event(
        kind: .acquired, operation: operation, thread: Self.thread(thread), wanted: wanted,
        tag: Self.tag(thread, counts[thread]!))
      take(thread, name, from: event)
    } else {
      emit(.timedOut, operation, thread, name) { $0.wanted = wanted }
    }
  }

  private mutating func giveUp(_ thread: Int) {
    counts[thread]! -= 1
    guard let index = parked.firstIndex(where: { $0.thread == thread }) else { return }
    let waiting = parked.remove(at: index)
    emit(.timedOut, waiting.event.operation, thread, waiting.lock) {
      $0.wanted = waiting.event.wanted
      $0.deadline = waiting.event.deadline
      $0.tag = waiting.event.tag
    }
  }

  private mutating func release(
    _ thread: Int, _ operation: Operation, _ name: String, value: Int? = nil
  ) {
    let wasFree = owners[name] == nil
    if owners[name] == thread, let depth = depths[name], depth > 1 {
      depths[name] = depth - 1
      emit(.released, operation, thread, name)
      return
    }
    let event = emit(.released, operation, thread, name) { $0.after = value ?? $0.before }
    owners[name] = nil
    if wasFree && value == nil { return }
    values[name] = event.after
    wake(name)
  }

  private mutating func wake(_ name: String) {
    let index = parked.firstIndex { waiting in
      waiting.lock == name && canGo(name, wanted: waiting.event.wanted)
        && (waiting.event.operation != .wait || waiting.isSignalled)
    }
    guard let index else { return }
    let waiting = parked.remove(at: index)
    take(waiting.thread, name, from: waiting.event)
  }

  private mutating func wait(_ thread: Int, _ name: String) {
    if owners[name] == thread {
      emit(.released, .wait, thread, name)
      owners[name] = nil
    }
    let event = emit(.waiting, .wait, thread, name)
    parked.append(Parked(thread: thread, lock: name, event: event))
    wake(name)
  }

  private mutating func signal(_ thread: Int, _ name: String, limit: Int) {
    var woken = 0
    for index in parked.indices
    where parked[index].lock == name && parked[index].event.operation == .wait
      && !parked[index].isSignalled && woken < limit
    {
      parked[index].isSignalled = true
      woken += 1
    }
    emit(.signalled, limit == 1 ? .signal : .broadcast, thread, name) { $0.after = woken }
    wake(name)
  }

  private mutating func semaphoreWait(_ thread: Int, _ name: String) {
    let count = values[name] ?? 0
    if count > 0 {
      values[name] = count - 1
      emit(.acquired, .semaphoreWait, thread, name) { $0.before = count }
    } else {
      let event = emit(.waiting, .semaphoreWait, thread, name)
      parked.append(Parked(thread: thread, lock: name, event: event))
    }
  }

  private mutating func semaphoreSignal(_ thread: Int, _ name: String) {
    emit(.signalled, .semaphoreSignal, thread, name) { $0.after = $0.before + 1 }
    values[name, default: 0] += 1
    guard let index = parked.firstIndex(where: { $0.lock == name }) else { return }
    let waiting = parked.remove(at: index)
    emit(.acquired, .semaphoreWait, waiting.thread, name) {
      $0.after = $0.before - 1
      $0.tag = waiting.event.tag
    }
    values[name]! -= 1
  }

  private mutating func join(_ thread: Int, _ other: Int) {
    if ended.contains(other) {
      emit(.joined, .join, thread, nil) { $0.other = Self.thread(other) }
    } else {
      let event = emit(.waiting, .join, thread, nil) { $0.other = Self.thread(other) }
      parked.append(Parked(thread: thread, lock: "T\(other)", event: event))
    }
  }

  private mutating func exit(_ thread: Int) {
    emit(.threadEnded, .exit, thread, nil)
    ended.insert(thread)
    for waiting in parked where waiting.lock == "T\(thread)" {
      emit(.joined, .join, waiting.thread, nil) {
        $0.other = Self.thread(thread)
        $0.tag = waiting.event.tag
      }
    }
    parked.removeAll { $0.lock == "T\(thread)" }
  }
}

/// The findings of a script's run, but for notes on waits that go on at its end. Locks are declared
/// by kind and name.
func findings(_ text: String) -> [Finding] {
  analyzed(text).0.filter { $0.kind != .orphanWait || $0.severity > .note }
}

func analyzed(_ text: String, change: (inout LockState) -> Void = { _ in }) -> ([Finding], Analyzer)
{
  let script = Script(text)
  let names = Set(
    text.split(whereSeparator: { " \n;,()".contains($0) }).map(String.init)
      .filter {
        $0.count > 1 && "LMRCS".contains($0.first!) && $0.dropFirst().allSatisfy(\.isNumber)
      })
  let locks = names.map { name in
    var state = Script.state(name)
    change(&state)
    return state
  }
  var analyzer = script.analyzed(declaring: locks)
  return (analyzer.findings(), analyzer)
}

extension [Finding] {
  func of(_ kind: Finding.Kind) -> [Finding] { filter { $0.kind == kind } }

  /// Those that a user is alarmed by.
  var alarms: [Finding] { filter { $0.severity > .note } }
}

extension Finding {
  func names(_ body: Int, _ operation: Int) -> Bool {
    participants.contains { $0.mark.tag == Script.tag(body, operation) }
  }
}
