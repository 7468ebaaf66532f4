public import GridlockEvents

/// Replays events and asks every detector about them: the way from a recording to findings.
public struct Analyzer: Sendable {
  public private(set) var replay = Replay()
  public var misuse = MisuseDetector()
  public var order = OrderDetector()
  public var transitions = TransitionModel()
  private var found: [Finding] = []

  public init() {}

  public var state: SystemState { replay.state }

  /// Takes in one event, in the order they happened.
  public mutating func apply(_ event: Event) {
    replay.apply(event)
    for observation in replay.shown {
      found += misuse.observe(observation, in: replay.state)
      found += order.observe(observation, in: replay.state)
      if case .transition(let lock, let release) = observation {
        found += transitions.observe(release, of: lock, in: replay.state)
      }
    }
  }

  /// Tells what events don't say of a lock.
  public mutating func declare(_ lock: LockState) { replay.declare(lock) }

  /// Tells what events don't say of a thread.
  public mutating func declare(_ thread: ThreadState) { replay.declare(thread) }

  /// Tells whether the threads seen are all there are.
  public mutating func declareClosedWorld(_ isClosed: Bool) { replay.declareClosedWorld(isClosed) }

  /// Says that events were lost before the next one.
  public mutating func noteLost(_ count: UInt64) { replay.noteLost(count) }

  /// What was found so far, with who is stuck now.
  ///
  /// What a stuck wait explains better is left out: a foreseen ring that has closed, a lost signal
  /// that left someone waiting.
  public mutating func findings() -> [Finding] {
    let stuck = stuckFindings()
    return found.filter { finding in !stuck.contains { $0.explains(finding) } } + stuck
  }

  /// Findings about threads that are stuck in the present state: the detectors of stuck and of slow
  /// waits belong here.
  private func stuckFindings() -> [Finding] { StuckDetector.findings(in: state) }
}
