import GridlockAnalysis
import GridlockEvents
import GridlockReporting

/// A report whose every text from outside is one of the given names.
enum HostileReport {
  /// Two threads, each with a lock the other waits for.
  static func make(names: [String]) -> (Report, Finding) {
    var next = 0
    func name() -> String {
      defer { next += 1 }
      return names.isEmpty ? "" : names[next % names.count]
    }
    let locks = [LockID(rawValue: 1 << 32 | 1), LockID(rawValue: 1 << 32 | 2)]
    let threads = [ThreadID(rawValue: 1 << 32 | 1), ThreadID(rawValue: 1 << 32 | 2)]
    var state = SystemState(time: 4_000_000_000, isClosedWorld: true)
    var histories: [LockID: [Event]] = [:]
    for index in 0..<2 {
      let took = Mark(
        thread: threads[index], time: 1_000_000_000, stack: StackID(rawValue: 1), sequence: 1)
      let wants = Mark(
        thread: threads[index], time: 2_000_000_000, stack: StackID(rawValue: 2),
        tag: SiteTag(rawValue: 1))
      var thread = ThreadState(id: threads[index], systemID: Int32(100 + index), name: name())
      thread.holds = [Hold(lock: locks[index], operation: .lock, mark: took)]
      thread.wait = Wait(
        target: .lock(locks[1 - index]), operation: .lockWhen, wanted: 1, mark: wants)
      state.threads[thread.id] = thread
      var lock = LockState(
        id: locks[index], kind: .condition, name: name(), creation: took, owner: threads[index])
      lock.valueNames = [0: name(), 1: name()]
      state.locks[lock.id] = lock
      histories[lock.id] = [
        Event(
          kind: .acquired, operation: .lock, time: took.time, thread: took.thread, lock: lock.id,
          sequence: 1, stack: took.stack)
      ]
    }
    let finding = StuckDetector.findings(in: state)[0]
    let frame = Frame(
      address: 4096, function: name(), file: name(), line: 3, image: name(), buildID: [1, 2],
      offset: 16)
    let other = Frame(address: 8192, image: name(), offset: 32)
    let report = Report(
      state: state, findings: [finding], histories: histories,
      process: ReportedProcess(id: 1, executable: name()), settings: ["GRIDLOCK": name()],
      tagNames: [SiteTag(rawValue: 1): name()]
    ) { $0.rawValue == 1 ? [frame] : [other, frame] }
    return (report, finding)
  }
}
