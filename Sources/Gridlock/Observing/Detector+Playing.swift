internal import CGridlock
package import GridlockAnalysis
internal import Synchronization

extension Detector {
  /// Keeps findings to itself, and counts the calling thread as an onlooker.
  package static func configureForPlaying() {
    configure { settings in
      settings.reaction = .ignore
      settings.reactions = [:]
    }
    markObserver()
  }

  /// Takes the calling thread out of those who could help or be stuck.
  package static func markObserver() {
    gl_self_recorded().pointee.record?.pointee.observer = 1
  }

  /// Says that the threads recorded so far, and those they start, are all there are.
  package static func declareClosedWorld() {
    LiveDetector.current?.inbox.withLock { $0.isClosedWorldDeclared = true }
  }

  /// The live state, as the detectors see it now.
  package static func currentState() -> SystemState {
    guard let arena = Arena.own else { return SystemState() }
    return arena.systemState(at: gl_now())
  }

  /// Has everything looked at until nothing new comes, and returns all that was found, but for what
  /// was foreseen and then came true.
  package static func settle() -> (findings: [Finding], state: SystemState) {
    var found = findings()
    for _ in 0..<3 {
      let next = findings()
      if next.count == found.count { break }
      found = next
    }
    // Told when the watch happened to look between the waits that closed a ring.
    let lasting = found.filter { finding in
      finding.occurrence != .predicted || !found.contains { $0.explains(finding) }
    }
    let remembered = LiveDetector.current?.inbox.withLock { $0.remembered } ?? SystemState()
    let state = currentState().recalling(remembered)
    return (lasting, Arena.own?.namingThreads(state) ?? state)
  }
}
