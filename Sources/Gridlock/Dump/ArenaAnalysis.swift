internal import Foundation
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting

/// Turns an arena that is read from outside into a report: of a live process, or of a recording.
struct ArenaAnalysis {
  let arena: Arena
  let images: ImageList
  let executable: String
  /// Events that should be in the rings and are not.
  var missingEvents: UInt64 = 0

  /// All events that can't be read any more.
  var lostEvents: UInt64 {
    var lost = arena.losses.events
    lost.addSaturating(missingEvents)
    return lost
  }

  /// Runs the detectors over the state and over the events that are left.
  ///
  /// - Parameters:
  ///   - read: Reads the state; called twice, so that only what stays the same is told.
  ///   - naming: Gives threads their names.
  ///   - symbols: What is known of the binaries, and will be.
  func report(
    reading read: () -> SystemState, naming: (SystemState) -> SystemState,
    symbols: inout SymbolCache
  ) -> Report {
    let state = complete(read())
    var analyzer = Analyzer()
    for lock in state.locks.values { analyzer.declare(lock) }
    analyzer.noteLost(lostEvents)
    let events = arena.events()
    for event in events { analyzer.apply(event) }
    let stuck = StuckDetector.findings(in: state)
    let again = complete(read())
    var findings = stuck.filter { $0.stillHolds(from: state, in: again) }
    findings += analyzer.findings().filter { past in
      !past.isAboutStuckWait && !findings.contains { $0.explains(past) }
    }
    let blocked = Set(stuck.flatMap { $0.victims + $0.participants.map(\.mark.thread) })
    findings += TimeDetector.findings(in: state, excluding: blocked)
    var symbolizer = Symbolizer(images: images)
    symbolizer.cache = symbols
    defer { symbols = symbolizer.cache }
    var report = arena.report(
      naming(state.recalling(analyzer.state)), findings, events: events,
      settings: ["GRIDLOCK": arena.recordsStacks ? "stacks" : "events"], executable: executable
    ) { symbolizer.frames(for: $0) }
    report.note(searchesCutShort: analyzer.order.searchesCutShort)
    return report
  }

  /// The state and what is stuck in it, without the events that are left.
  func glance(
    reading read: () -> SystemState, naming: (SystemState) -> SystemState,
    symbolizer: inout Symbolizer
  ) -> Report {
    let state = complete(read())
    let stuck = StuckDetector.findings(in: state)
    let again = stuck.isEmpty ? state : complete(read())
    let process = ReportedProcess(
      id: arena.processID, executable: executable, startTime: arena.startTime)
    return Report(
      state: naming(state), findings: stuck.filter { $0.stillHolds(from: state, in: again) },
      process: process
    ) { stack in
      let addresses = arena.frames(of: stack).map { UInt($0) }
      return addresses.isEmpty
        ? [] : symbolizer.frames(for: RawStack(addresses, isTruncated: false))
    }
  }

  func complete(_ state: SystemState) -> SystemState {
    var state = state
    state.shareHandOvers()
    for (lock, names) in arena.valueNames() where state.locks[lock] != nil {
      state.locks[lock]!.valueNames = names
    }
    return state
  }
}
