internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting
internal import Synchronization

extension Watch {
  /// Reads the files that the settings name; what can't be read or understood is said once.
  func readSuppressions() {
    if let path = settings.suppressionPath {
      for problem in detector.readSuppressions(path) { warn(problem) }
    }
    if let path = settings.baselinePath {
      for problem in detector.readBaseline(path) { warn(problem) }
    }
  }

  private func warn(_ problem: String) { ReportOutput.write("Gridlock: \(problem)\n", to: nil) }

  /// Whether a finding is known and not to be told.
  func isSuppressed(_ finding: Finding, in state: SystemState) -> Bool {
    guard !detector.suppressions.withLock({ $0.isEmpty }), let arena = Arena.own else {
      return false
    }
    // Only what the finding speaks of is symbolised.
    var few = SystemState(time: state.time)
    few.remember(finding, from: state)
    let tagNames = detector.inbox.withLock { $0.tagNames }
    let images = ImageList.current()
    if symbolizer?.images != images { symbolizer = Symbolizer(images: images) }
    let report = Report(
      state: arena.namingThreads(few), findings: [finding], tagNames: tagNames
    ) { stack in
      symbolizer!.frames(for: RawStack(arena.frames(of: stack).map { UInt($0) }))
    }
    return detector.suppressions.withLock { $0.takesOut(finding, in: report) }
  }

  /// The same for a note that comes again with each look, which is asked for once.
  func isKnownNote(_ note: Finding, in state: SystemState) -> Bool {
    guard !detector.suppressions.withLock({ $0.isEmpty }) else { return false }
    var key = note
    // What changes while the wait goes on.
    key.reasons = []
    key.victims = []
    if let known = knownNotes[key] { return known }
    let isKnown = isSuppressed(note, in: state)
    if knownNotes.count > LiveDetector.findingLimit { knownNotes.removeAll() }
    knownNotes[key] = isKnown
    return isKnown
  }

  /// The ids of all that was found, and of what a baseline took out.
  func baseline(_ arena: Arena) -> String {
    let findings = detector.inbox.withLock { $0.findings }
    let ids = detector.suppressions.withLock { $0.usedIDs }
    return makeReport(systemState(arena), findings).baseline(keeping: ids)
  }
}

extension LiveDetector {
  func readSuppressions(_ path: String) -> [String] {
    read(path) { list, text in list.addSuppressions(text, file: path) }
  }

  func readBaseline(_ path: String) -> [String] {
    read(path) { list, text in list.addBaseline(text, file: path) }
  }

  private func read(
    _ path: String, _ add: (inout SuppressionList, String) -> [SuppressionList.Problem]
  ) -> [String] {
    do throws(SettingsFile.Refusal) {
      let text = try SettingsFile.read(path)
      return suppressions.withLock { add(&$0, text) }.map(\.description)
    } catch {
      return ["can't read \(path): \(error.reason); nothing of it is suppressed"]
    }
  }
}
