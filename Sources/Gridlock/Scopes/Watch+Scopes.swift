internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting

extension Watch {
  /// How long a scope has to end once it is let through and its deadline is past, in nanoseconds.
  private static let grace: UInt64 = 10_000_000_000

  /// Gives a finding to the scopes it belongs to. Answers whether it was taken.
  ///
  /// One about locks of no scope goes to that of its threads, or, where that is not known, to the
  /// first that is open; with the names of all.
  func giveToScopes(_ finding: Finding, in state: SystemState) -> Bool {
    let registry = ScopeRegistry.shared
    if registry.isMeaningless(finding) { return true }
    let open = registry.scopes
    guard !open.isEmpty else { return false }
    var owners = registry.scopes(of: finding)
    let isShared = owners.isEmpty
    if isShared { owners = registry.scopesOfThreads(finding) }
    if owners.isEmpty {
      guard let first = open.first(where: { $0.fails(on: finding) }) else { return false }
      owners = [first]
    }
    for scope in owners where scope.fails(on: finding) {
      fail(scope, finding, in: state, candidates: isShared ? open : [])
    }
    return true
  }

  private func fail(
    _ scope: FindingScope, _ finding: Finding, in state: SystemState, candidates: [FindingScope]
  ) {
    let report = makeLiveReport(state, [finding])
    if scope.suppressions.withLock({ $0.takesOut(finding, in: report) }) { return }
    // What is let through may look like misuse; the scope has failed already.
    guard !scope.state.withLock({ $0.isOpened }) else { return }
    var text = TextReport(report, options: Self.options).text(of: finding)
    if candidates.count > 1 {
      let names = candidates.map(\.name).joined(separator: ", ")
      text += "\nIts locks were made outside the tests; it may come from any of: \(names)"
    }
    scope.state.withLock {
      $0.failures.append(
        FindingScope.Failure(
          finding: finding, text: text, report: report))
    }
    if finding.isAboutStuckWait { ScopeRegistry.shared.open(scope, finding) }
  }

  /// Fails scopes whose waits nobody known can end, or that are over their time.
  func judgeScopes(_ stuck: [Finding], in state: SystemState) {
    let registry = ScopeRegistry.shared
    let open = registry.scopes
    guard !open.isEmpty else { return }
    // A worker that idles on its value is no stall: a test's own thread must be in it.
    for finding in stuck where finding.isAboutStuckWait && holdsUpTest(finding, in: state) {
      let since = finding.participants.filter { $0.role == .waits }.map(\.mark.time).max()
      for scope in registry.scopes(of: finding)
      where state.time > (since ?? state.time) + scope.options.stall {
        guard !scope.state.withLock({ $0.isOpened }) else { continue }
        fail(scope, finding, in: state, candidates: [])
      }
    }
    for scope in open where state.time > scope.began + scope.options.deadline {
      if let opened = scope.state.withLock({ $0.opened }) {
        guard state.time > opened + Self.grace else { continue }
        giveUp(open, in: state)
      } else {
        expire(scope, in: state)
      }
    }
  }

  /// Whether a thread that runs tests waits in the finding, or behind it.
  private func holdsUpTest(_ finding: Finding, in state: SystemState) -> Bool {
    let waiting =
      finding.victims + finding.participants.lazy.filter { $0.role == .waits }.map(\.mark.thread)
    return waiting.contains { id in
      guard let thread = state.threads[id] else { return false }
      return thread.kind == .pool || thread.kind == .main
    }
  }

  private func expire(_ scope: FindingScope, in state: SystemState) {
    let report = makeLiveReport(state, [])
    let whole = TextReport(report, options: Self.options).text
    let seconds = Double(scope.options.deadline) / 1e9
    scope.state.withLock {
      $0.failures.append(
        FindingScope.Failure(
          text: "\(scope.name) did not end in \(seconds) seconds.\n" + whole,
          report: report))
    }
    ScopeRegistry.shared.open(scope, nil)
  }

  /// Ends a process whose tests can't be ended.
  private func giveUp(_ scopes: [FindingScope], in state: SystemState) -> Never {
    var text = "Gridlock: these tests can't be ended, and the process is:\n"
    for scope in scopes {
      text += "  \(scope.name)\n"
      for failure in scope.failures { text += failure.text + "\n" }
    }
    FileHandle.standardError.write(Data(text.utf8))
    _exit(1)
  }
}
