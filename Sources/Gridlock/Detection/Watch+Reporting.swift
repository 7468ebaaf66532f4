internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting
internal import Synchronization

extension Watch {
  /// Keeps what is new, writes it where the settings say, and acts.
  ///
  /// A note about a wait that goes on is no more than a view of this instant: it is in reports as
  /// long as it lasts, and not kept.
  func report(_ findings: [Finding], in state: SystemState) {
    for finding in findings where !finding.isPassingNote && ledger.isNew(finding) {
      if isSuppressed(finding, in: state) { continue }
      let (settings, isMore) = detector.inbox.withLock { inbox in
        if let known = inbox.findings.firstIndex(where: { finding.completes($0) }) {
          inbox.findings[known] = finding
          return (inbox.settings, false)
        }
        if inbox.findings.count < LiveDetector.findingLimit {
          inbox.findings.append(finding)
          inbox.remembered.remember(finding, from: state)
        } else {
          inbox.findingsDropped += 1
        }
        return (inbox.settings, true)
      }
      guard isMore, !giveToScopes(finding, in: state) else { continue }
      let asked = detector.inbox.withLock { $0.declarations.reaction(to: finding) }
      let reaction = asked ?? settings.reactions[finding.kind] ?? settings.reaction
      guard reaction != .ignore, finding.severity >= settings.printedSeverity else { continue }
      guard ledger.isToBePrinted(finding, in: state) else { continue }
      ReportOutput.write(text(of: finding, in: state), to: settings.outputPath)
      gridlock_finding_breakpoint()
      if reaction == .abort, finding.severity == .error { abort() }
    }
  }

  private func text(of finding: Finding, in state: SystemState) -> String {
    let report = makeLiveReport(state, [finding])
    var text = TextReport(report, options: Self.options).text(of: finding)
    if finding.isAboutStuckWait { text += Self.hint }
    return text + "\n"
  }

  static var options: TextOptions {
    TextOptions(directory: FileManager.default.currentDirectoryPath)
  }

  private static var hint: String {
    let id = getpid()
    return "  All threads and locks of this process: gridlock dump \(id)   or   kill -USR1 \(id)\n"
  }

  /// Everything, as one text.
  func wholeReport(_ arena: Arena) -> String {
    let state = systemState(arena)
    let findings = detector.inbox.withLock { $0.findings + $0.passingNotes }
    var report = makeLiveReport(state, findings)
    report.notices += detector.suppressions.withLock { $0.notices }
    return TextReport(report, options: Self.options).text + "\n"
  }

  /// A report to be read now, with what threads do that others wait for.
  func makeLiveReport(_ state: SystemState, _ findings: [Finding]) -> Report {
    var report = makeReport(state, findings)
    let look = HolderLook(maySignal: settings.signal != 0) {
      self.symbolizer?.frames(for: $0) ?? []
    }
    look.add(to: &report, watch: gl_system_id())
    return report
  }

  func makeReport(_ state: SystemState, _ findings: [Finding]) -> Report {
    guard let arena = Arena.own else { return Report(state: state, findings: findings) }
    let (tagNames, dropped, remembered) = detector.inbox.withLock {
      ($0.tagNames, $0.findingsDropped, $0.remembered)
    }
    let images = ImageList.current()
    let state = arena.namingThreads(state.recalling(remembered))
    if symbolizer?.images != images { symbolizer = Symbolizer(images: images) }
    var report = arena.report(
      state, findings, findingsLost: dropped, tagNames: tagNames,
      settings: ["GRIDLOCK": settings.mode.rawValue],
      executable: CommandLine.arguments.first ?? ""
    ) { symbolizer!.frames(for: $0) }
    report.note(searchesCutShort: order.searchesCutShort)
    return report
  }
}

// Named as debuggers see it.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Does nothing, after each finding was written: a place for a debugger's breakpoint.
@_cdecl("gridlock_finding_breakpoint")
@inline(never)
public func gridlock_finding_breakpoint() {
  // Something the optimiser can't take away, so that the call stays.
  gl_fence()
}
