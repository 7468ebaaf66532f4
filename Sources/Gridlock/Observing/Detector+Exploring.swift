internal import CGridlock
internal import Foundation
package import GridlockAnalysis
package import GridlockEvents
internal import GridlockLocks
internal import GridlockReporting

extension Detector {
  /// A lock as it is now; nil when it is gone.
  package static func currentState(of lock: LockID) -> LockState? { LiveDetector.state(of: lock) }

  /// The threads of a run that is over or stuck, and all locks, as the detectors see them when no
  /// other thread counts.
  ///
  /// - Parameter ended: Threads whose body has returned, though what they ran on goes on.
  package static func state(of threads: Set<ThreadID>, ended: Set<ThreadID>) -> SystemState {
    guard let arena = Arena.own else { return SystemState() }
    var state = arena.systemState(at: gl_now())
    for (lock, names) in ValueNames.all() where state.locks[lock] != nil {
      state.locks[lock]!.valueNames = names
    }
    for id in state.threads.keys {
      guard threads.contains(id) else {
        state.threads[id] = nil
        continue
      }
      state.threads[id]!.isObserver = false
      if ended.contains(id) {
        state.threads[id]!.isAlive = false
        state.threads[id]!.endTime = state.time
      }
    }
    state.isClosedWorld = true
    return state
  }

  /// What a report says of findings, and where stacks and which locks are meant.
  package static func text(
    of findings: [Finding], in state: SystemState, stacks: Set<StackID>
  ) -> RunText {
    guard let arena = Arena.own else { return RunText() }
    let images = ImageList.current()
    var symbolizer = symbolizer.withLock { $0 } ?? Symbolizer(images: images)
    if symbolizer.images != images { symbolizer = Symbolizer(images: images) }
    defer { Self.symbolizer.withLock { $0 = symbolizer } }
    var report = arena.report(
      state, findings, executable: CommandLine.arguments.first ?? ""
    ) { symbolizer.frames(for: $0) }
    // What is lost is of schedules before.
    report.losses = Losses()
    let renderer = TextReport(
      report, options: TextOptions(directory: FileManager.default.currentDirectoryPath))
    let labels = Labels(report)
    var text = RunText()
    text.findings = findings.map { renderer.text(of: $0) }.joined(separator: "\n")
    for stack in stacks {
      let raw = RawStack(arena.frames(of: stack).map { UInt($0) }, isTruncated: false)
      text.places[stack] = Labels.place(symbolizer.frames(for: raw))
    }
    for lock in state.locks.keys { text.locks[lock] = labels.lock(lock) }
    return text
  }

  /// Kept from one story to the next: reading all symbols takes its time.
  private static let symbolizer = Guarded<Symbolizer?>(nil)

  /// Parts of a story about a run.
  package struct RunText: Sendable {
    package var findings = ""
    package var places: [StackID: String] = [:]
    package var locks: [LockID: String] = [:]
  }
}
