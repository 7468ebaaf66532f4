internal import CGridlock
internal import GridlockLocks

extension Detector {
  /// From here on, findings about locks that are made in the scope are the scope's.
  package static func begin(_ scope: FindingScope) {
    _ = gl_arena_start()
    ScopeRegistry.shared.begin(scope)
  }

  /// Has everything looked at, and ends the scope.
  ///
  /// Blocks until the watch has looked, thirty seconds at most.
  package static func end(_ scope: FindingScope) -> [FindingScope.Failure] {
    LiveDetector.current?.checkAndWait(seconds: LiveDetector.answerSeconds)
    ScopeRegistry.shared.end(scope)
    return scope.failures
  }
}
