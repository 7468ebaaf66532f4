import Foundation
import GridlockAnalysis
import GridlockEvents

@testable import GridlockReporting

/// Builds a state by hand, with stacks that need no symbols. Its clock stands at 100 seconds.
struct Story {
  var state = SystemState(time: 100_000_000_000)
  var histories: [LockID: [Event]] = [:]
  private var stacks: [[Frame]] = []

  /// Seconds before now.
  func time(_ ago: Double) -> UInt64 { state.time - UInt64((ago * 1000).rounded()) * 1_000_000 }

  @discardableResult
  mutating func thread(
    _ index: UInt32, _ name: String = "", kind: ThreadState.Kind = .plain, endedAgo: Double? = nil
  ) -> ThreadID {
    let id = ThreadID(index: index, generation: 1)
    state.threads[id] = ThreadState(
      id: id, systemID: Int32(4700 + index), name: name, kind: kind, isAlive: endedAgo == nil,
      endTime: endedAgo.map(time))
    return id
  }

  mutating func lock(
    _ index: UInt32, _ name: String = "", kind: LockKind = .mutex, value: Int = 0,
    names: [Int: String] = [:], at site: String? = nil
  ) -> LockID {
    let id = LockID(index: index, generation: 1)
    var lock = LockState(id: id, kind: kind, name: name, value: value, initialValue: 0)
    lock.valueNames = names
    if let site {
      lock.creation = Mark(
        thread: ThreadID(index: 1, generation: 1), time: time(9), stack: stack(site))
    }
    state.locks[id] = lock
    return id
  }

  /// Each site is "function file:line"; Gridlock's own frame comes before it, the system's after.
  mutating func stack(_ sites: String...) -> StackID {
    var frames = [
      Frame(function: "ConditionLock.lock()", image: "app", offset: 0x10, isOwn: true)
    ]
    for site in sites {
      let words = site.split(separator: " ")
      let place = words[1].split(separator: ":")
      frames.append(
        Frame(
          function: String(words[0]), file: "/src/\(place[0])", line: Int(place[1])!, column: 7,
          image: "app"))
    }
    frames.append(Frame(function: "start_thread", image: "libc.so.6", offset: 0x891f5))
    frames.append(Frame(function: "clone3", image: "libc.so.6", offset: 0x1098dc))
    stacks.append(frames)
    return StackID(rawValue: UInt32(stacks.count))
  }

  mutating func mark(_ thread: ThreadID, ago: Double, _ site: String) -> Mark {
    Mark(thread: thread, time: time(ago), stack: stack(site))
  }

  mutating func hold(_ lock: LockID, _ mark: Mark, _ operation: GridlockEvents.Operation = .lock) {
    state.threads[mark.thread]!.holds.append(Hold(lock: lock, operation: operation, mark: mark))
    state.locks[lock]!.owner = mark.thread
  }

  mutating func wait(
    _ lock: LockID, _ mark: Mark, _ operation: GridlockEvents.Operation = .lock, wanted: Int? = nil
  ) {
    state.threads[mark.thread]!.wait = Wait(
      target: .lock(lock), operation: operation, wanted: wanted, mark: mark)
  }

  mutating func event(
    _ kind: Event.Kind, _ operation: GridlockEvents.Operation, _ lock: LockID, _ mark: Mark,
    wanted: Int? = nil,
    _ before: Int = 0, _ after: Int = 0
  ) {
    histories[lock, default: []].append(
      Event(
        kind: kind, operation: operation, time: mark.time, thread: mark.thread, lock: lock,
        wanted: wanted, before: before, after: after, stack: mark.stack, tag: mark.tag))
  }

  func report(_ findings: [Finding] = [], losses: Losses = Losses()) -> Report {
    Report(
      state: state, findings: findings, histories: histories,
      process: ReportedProcess(
        id: 4700, executable: "/opt/app/Bank",
        startDate: Date(timeIntervalSince1970: 1_700_000_000),
        startTime: 1_000_000_000),
      losses: losses, settings: ["GRIDLOCK": "stacks"],
      frames: { $0 == .none ? [] : stacks[Int($0.rawValue) - 1] })
  }

  func text(_ finding: Finding, losses: Losses = Losses()) -> String {
    TextReport(report([finding], losses: losses), options: TextOptions(directory: "/src"))
      .text(of: finding)
  }
}

/// Short for a part of a finding.
func part(
  _ role: Finding.Participant.Role, _ operation: GridlockEvents.Operation, _ lock: LockID?,
  _ mark: Mark,
  value: Int? = nil
) -> Finding.Participant {
  Finding.Participant(role: role, operation: operation, lock: lock, value: value, mark: mark)
}
