internal import CGridlock
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockLocks

/// The scopes that are open, and the locks made while any was.
final class ScopeRegistry: LockRegistrar {
  private struct Known: Sendable {
    /// Nil once the lock has ended: what is told of it may come later.
    nonisolated(unsafe) var core: CorePointer?
    nonisolated(unsafe) var line: CorePointer?
    var scope: FindingScope?
    /// What it was called when it ended.
    var name = ""
  }

  private struct State: Sendable {
    var scopes: [FindingScope] = []
    var locks: [LockID: Known] = [:]
    /// The scope in which a thread last came to wait, or did what a finding may come from.
    var threads: [ThreadID: FindingScope] = [:]
    var ended = 0
    /// Locks whose waits were let through; ids are never used again.
    var opened: Set<LockID> = []
  }

  private let state = Guarded(State())

  static let shared = ScopeRegistry()

  var scopes: [FindingScope] { state.withLock { $0.scopes } }

  func begin(_ scope: FindingScope) {
    state.withLock { state in
      if Registrar.current == nil { Registrar.set(self) }
      state.scopes.append(scope)
    }
  }

  func end(_ scope: FindingScope) {
    state.withLock { state in
      state.scopes.removeAll { $0 === scope }
      // Its locks may live on, in threads it left behind.
      for (id, known) in state.locks where known.scope === scope {
        if known.core == nil { state.ended -= 1 }
        state.locks[id] = nil
      }
      for (id, known) in state.threads where known === scope { state.threads[id] = nil }
    }
  }

  /// The locks that were made in a scope, with the names of those that have ended.
  func locks(of scope: FindingScope) -> [LockID: String] {
    state.withLock { $0.locks.filter { $0.value.scope === scope }.mapValues(\.name) }
  }

  // MARK: LockRegistrar

  func made(_ core: CorePointer) {
    guard !scopes.isEmpty else { return }
    let scope = FindingScope.current ?? FindingScope.ambient
    scope?.state.withLock { $0.locksMade += 1 }
    let known = Known(core: core, scope: scope)
    state.withLock { $0.locks[LockID(rawValue: core.pointee.lock)] = known }
  }

  func lined(_ core: CorePointer, _ line: CorePointer) {
    state.withLock { $0.locks[LockID(rawValue: core.pointee.lock)]?.line = line }
  }

  func dropped(_ core: CorePointer) {
    let id = LockID(rawValue: core.pointee.lock)
    let name = scopes.isEmpty ? "" : LiveDetector.state(of: id)?.name ?? ""
    state.withLock { state in
      guard let known = state.locks[id] else { return }
      // Beyond so many, what ended is forgotten, and late news of it is nobody's.
      guard known.scope != nil, state.ended < Self.mostEnded else {
        state.locks[id] = nil
        return
      }
      state.locks[id]!.core = nil
      state.locks[id]!.name = name
      state.ended += 1
    }
  }

  private static let mostEnded = 100_000

  /// Notes in which scope the calling thread is.
  func noteThread(_ thread: Waiter) {
    guard Registrar.current != nil, let scope = FindingScope.current ?? FindingScope.ambient else {
      return
    }
    state.withLock { $0.threads[ThreadID(rawValue: thread.pointee.id)] = scope }
  }

  // MARK: Findings

  /// Whether a finding is about a lock whose waits were let through: it means nothing any more.
  func isMeaningless(_ finding: Finding) -> Bool {
    state.withLock { state in
      finding.participants.contains { $0.lock.map(state.opened.contains) ?? false }
    }
  }

  /// The open scopes that a finding belongs to; empty when its locks are of none.
  func scopes(of finding: Finding) -> [FindingScope] {
    let locks = Set(finding.participants.compactMap(\.lock))
    return state.withLock { state in
      var found: [FindingScope] = []
      for lock in locks {
        guard let scope = state.locks[lock]?.scope, state.scopes.contains(where: { $0 === scope }),
          !found.contains(where: { $0 === scope })
        else { continue }
        found.append(scope)
      }
      return found
    }
  }

  /// The open scopes in which the threads of a finding were.
  func scopesOfThreads(_ finding: Finding) -> [FindingScope] {
    let threads = finding.participants.map(\.mark.thread)
    return state.withLock { state in
      var found: [FindingScope] = []
      for scope in threads.compactMap({ state.threads[$0] })
      where state.scopes.contains(where: { $0 === scope })
        && !found.contains(where: { $0 === scope })
      {
        found.append(scope)
      }
      return found
    }
  }

  /// Lets the waits for a scope's locks through, and for the locks of a finding.
  func open(_ scope: FindingScope, _ finding: Finding?) {
    scope.state.withLock { $0.opened = $0.opened ?? gl_now() }
    let locks = Set(finding?.participants.compactMap(\.lock) ?? [])
    // Held while it works: no lock ends meanwhile.
    state.withLock { state in
      for (id, known) in state.locks where known.scope === scope || locks.contains(id) {
        guard let core = known.core else { continue }
        LockCore<Recording>(opening: core).open(line: known.line)
        state.opened.insert(id)
      }
    }
  }
}
