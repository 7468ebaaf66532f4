internal import CGridlock
internal import Dispatch
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockLocks
internal import GridlockReporting
internal import Synchronization

/// The meeting point of the watched threads and the watch: threads leave facts and requests here,
/// the watch takes them.
///
/// Threads only append under a short mutex; all analysis, symbolication and writing is done by the
/// watch, on a stack of its own, so that a host thread needs neither stack nor time for it.
final class LiveDetector: Sendable {
  struct Inbox: Sendable {
    var facts: [PendingFact] = []
    var factsDropped: UInt64 = 0
    var requests: [Request] = []
    var settings = Settings()
    /// What was found so far, oldest first.
    var findings: [Finding] = []
    var findingsDropped: UInt64 = 0
    /// What the latest look saw that may be normal life.
    var passingNotes: [Finding] = []
    /// Locks and threads of findings, as they were then: they may be gone when a report is made.
    var remembered = SystemState()
    var isClosedWorldDeclared = false
    var tagNames: [SiteTag: String] = [:]
    var declarations = Declarations()
  }

  /// Something a thread asks of the watch.
  enum Request: Sendable {
    /// Analyse now; signal when done.
    case check(DispatchSemaphore?)
    /// Render everything into the box; signal when done.
    case report(ReportBox, DispatchSemaphore)
    /// Write the ids of all findings into the box; signal when done.
    case baseline(ReportBox, DispatchSemaphore)
  }

  /// Facts that may wait for the watch at once; more are counted and dropped.
  static let factLimit = 4096
  static let findingLimit = 1000
  /// How long the watch may take to answer, while it symbolises for the first time on a busy
  /// machine, say.
  static let answerSeconds: Double = 30

  let inbox: Guarded<Inbox>
  /// Apart from the inbox: each release of a lock with declared transitions asks it.
  let transitions = Guarded(DeclaredTransitions())
  /// What is known and not told. Apart from the inbox: matching takes its time.
  let suppressions = Guarded(SuppressionList())
  private let isPosted = Atomic<Bool>(false)

  init(settings: Settings) {
    inbox = Guarded(Inbox(settings: settings))
  }

  /// The detector of this process; replaced in a child made by `fork`, whose parent's threads may
  /// have held the inbox.
  nonisolated(unsafe) static var current: LiveDetector?

  /// Leaves a fact for the watch, or for the run that steers the thread.
  ///
  /// - Parameters:
  ///   - thread: The calling thread.
  ///   - locks: Those it speaks of; they may be gone when it is read, and are described now.
  ///   - isUrgent: Whether to wake the watch for it; else it waits for the next look.
  func tell(
    by thread: Waiter, _ observation: Observation, locks: [LockID] = [], isUrgent: Bool = true
  ) {
    let states = locks.compactMap(Self.state)
    if let run = thread.steeredRun { return run.collect(observation, locks: states) }
    ScopeRegistry.shared.noteThread(thread)
    inbox.withLock { inbox in
      if inbox.facts.count < Self.factLimit {
        inbox.facts.append(PendingFact(observation: observation, locks: states))
      } else {
        inbox.factsDropped += 1
      }
    }
    if isUrgent { post() }
  }

  /// Wakes the watch; one wake-up serves all that came before it looks.
  func post() {
    // Release: pairs with the acquire in `takePost`, so that the watch sees what was left here.
    if !isPosted.exchange(true, ordering: .acquiringAndReleasing) { gl_watch_post() }
  }

  func takePost() { _ = isPosted.exchange(false, ordering: .acquiringAndReleasing) }

  /// Has the watch look at everything now; waits for it at most so long.
  ///
  /// - Returns: Whether the watch answered.
  @discardableResult
  func checkAndWait(seconds: Double = 2) -> Bool {
    let done = DispatchSemaphore(value: 0)
    inbox.withLock { $0.requests.append(.check(done)) }
    gl_watch_post()
    return done.wait(timeout: .now() + seconds) == .success
  }

  /// Has the watch look soon.
  func checkSoon() { post() }
}

/// Where the watch leaves a rendered report.
final class ReportBox: Sendable {
  let text = Guarded<String>("")
}
