internal import CGridlock
package import GridlockAnalysis
package import GridlockEvents
internal import GridlockReporting

extension Detector {
  /// What was done with the locks of a scope.
  package struct RecordedScope: Sendable {
    package var events: [Event]
    package var state: SystemState
    /// Locks that have ended, by the names they had.
    package var names: [LockID: String]
  }

  /// The events on a scope's locks that are left in the rings, with the starts and joins of the
  /// threads that did them.
  package static func run(of scope: FindingScope) -> RecordedScope? {
    guard let arena = Arena.own else { return nil }
    let locks = ScopeRegistry.shared.locks(of: scope)
    let all = arena.events().filter { $0.time >= scope.began }
    let threads = Set(all.filter { locks[$0.lock] != nil }.map(\.thread))
    let events = all.filter { event in
      event.lock == .none
        ? threads.contains(event.thread) && threads.contains(event.other)
        : locks[event.lock] != nil
    }
    let state = arena.namingThreads(arena.systemState(at: gl_now()))
    return RecordedScope(events: events, state: state, names: locks)
  }

  /// Where stacks are in the source, in short: `Buffer.swift:12`.
  package static func places(of stacks: Set<StackID>) -> [StackID: String] {
    text(of: [], in: SystemState(), stacks: stacks).places
  }
}
