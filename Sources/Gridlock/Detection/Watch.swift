internal import CGridlock
internal import Dispatch
internal import Foundation
internal import GridlockAnalysis
internal import GridlockEvents
internal import GridlockReporting
internal import Synchronization

/// The thread that looks: takes facts and requests, analyses, renders and writes.
///
/// A plain thread of its own, never one of a pool that may be what is stuck. Everything here runs
/// on it alone. It blocks every signal but the one that asks for a report, so that this one can
/// always be delivered.
final class Watch {
  let detector: LiveDetector
  /// As they were at the start; what may change later is in the inbox.
  let settings: Settings
  var misuse = MisuseDetector()
  var order = OrderDetector()
  var transitions = TransitionModel()
  var ledger = Ledger()
  var clock = PatientClock()
  var symbolizer: Symbolizer?
  /// Locks told as herds already; totals only grow.
  var herds: Set<LockID> = []
  /// The release of each lock that was last shown to the transition model.
  var seenReleases: [LockID: UInt32] = [:]
  /// Notes that come again with each look, and whether they are suppressed.
  var knownNotes: [Finding: Bool] = [:]
  private var dumpsDone: UInt32 = 0
  private var pokeDone: UInt32 = 0
  private var notes = NoteKeeper()
  /// Nanoseconds the latest look took, without what it had to write.
  private var lookCost: UInt64 = 0

  init(detector: LiveDetector, settings: Settings) {
    self.detector = detector
    self.settings = settings
  }

  /// Between looks while somebody waits or holds, and while nobody does.
  static let busyInterval: UInt64 = 50_000_000
  static let idleInterval: UInt64 = 500_000_000
  static let longestInterval: UInt64 = 2_000_000_000

  func run() -> Never {
    gl_look_begin()
    gl_thread_set_name("gridlock-watch")
    gl_clock_adjust()
    gl_signal_mask_all_but(settings.signal)
    gl_arena_base()?.assumingMemoryBound(to: gl_header.self).pointee.watch_tid = gl_system_id()
    dumpsDone = 0
    readSuppressions()
    var seen = gl_watch_count()
    while true {
      detector.takePost()
      let isBusy = look()
      // What looking costs is kept below a twentieth of the time.
      let interval = max(
        isBusy ? Self.busyInterval : Self.idleInterval, min(lookCost * 20, Self.longestInterval))
      clock.willSleep(interval)
      gl_look_end()
      seen = gl_watch_wait(seen, interval)
      gl_look_begin()
      clock.didWake()
    }
  }

  /// Serves what was asked and looks at everything once. Answers whether somebody waits.
  private func look() -> Bool {
    let (facts, requests) = detector.inbox.withLock { inbox in
      let taken = (inbox.facts, inbox.requests)
      inbox.facts = []
      inbox.requests = []
      return taken
    }
    guard let arena = Arena.own else {
      answer(requests, with: nil)
      return false
    }
    gl_clock_adjust()
    notes.update()
    let started = gl_now()
    let state = systemState(arena)
    let stuck = analyze(state, arena)
    lookCost = gl_now() - started
    let told = digest(facts, in: state) + sample(state, arena)
    let passing = stuck.filter { $0.isPassingNote && !isKnownNote($0, in: state) }
    detector.inbox.withLock { $0.passingNotes = passing }
    report(stuck, in: state)
    judgeScopes(stuck, in: state)
    for (finding, state) in told where !stuck.contains(where: { $0.explains(finding) }) {
      report([finding], in: state)
    }
    answer(requests, with: arena)
    let dumps = gl_signal_count()
    if dumps != dumpsDone {
      dumpsDone = dumps
      let path = detector.inbox.withLock { $0.settings.outputPath }
      ReportOutput.write(wholeReport(arena), to: path)
    }
    let poke = gl_poke_asked()
    if poke != pokeDone {
      pokeDone = poke
      notes.write(self.poke(arena), for: poke)
    }
    return state.threads.values.contains { $0.wait != nil || !$0.holds.isEmpty }
  }

  private func answer(_ requests: [LiveDetector.Request], with arena: Arena?) {
    for request in requests {
      switch request {
      case .check(let done): done?.signal()
      case .report(let box, let done):
        let text = arena.map(wholeReport) ?? "Gridlock: nothing was recorded.\n"
        box.text.withLock { $0 = text }
        done.signal()
      case .baseline(let box, let done):
        let text = arena.map(baseline) ?? ""
        box.text.withLock { $0 = text }
        done.signal()
      }
    }
  }

  /// The live state, with what programs declared about it.
  func systemState(_ arena: Arena) -> SystemState {
    var state = arena.systemState(at: gl_now())
    let isDeclared = detector.inbox.withLock { inbox in
      inbox.declarations.apply(to: &state)
      return inbox.isClosedWorldDeclared
    }
    for (lock, names) in ValueNames.all() where state.locks[lock] != nil {
      state.locks[lock]!.valueNames = names
    }
    state.shareHandOvers()
    state.isClosedWorld = isDeclared || World.isClosed(state, watch: arena.watchThreadID)
    arena.live.pointee.closed_world = state.isClosedWorld ? 1 : 0
    arena.live.pointee.looked = state.time
    return state
  }

  /// A finding and the state that explains it.
  typealias Told = (finding: Finding, state: SystemState)

  private func digest(_ facts: [PendingFact], in state: SystemState) -> [Told] {
    var told: [Told] = []
    for fact in facts {
      var state = state
      for lock in fact.locks where state.locks[lock.id] == nil { state.locks[lock.id] = lock }
      var found =
        misuse.observe(fact.observation, in: state) + order.observe(fact.observation, in: state)
      if case .transition(let lock, let release) = fact.observation {
        if let next = detector.transitions.withLock({ $0.next[lock] }) {
          transitions.declare(next, for: lock)
        }
        found += transitions.observe(release, of: lock, in: state)
      }
      told += found.map { ($0, state) }
    }
    return told
  }

  /// What the counters in the locks say.
  private func sample(_ state: SystemState, _ arena: Arena) -> [Told] {
    var found: [Finding] = []
    let declared = detector.transitions.withLock { $0.next }
    for lock in state.locks.values {
      if let (woken, able) = arena.herd(of: lock.id), !herds.contains(lock.id) {
        let mark = lock.lastRelease?.mark ?? lock.creation
        let herd = misuse.observe(
          .herd(lock: lock.id, woken: woken, able: able, mark: mark), in: state)
        if !herd.isEmpty { herds.insert(lock.id) }
        found += herd
      }
      // Those with declared transitions are looked at in each release.
      guard let release = lock.lastRelease, seenReleases[lock.id] != release.mark.sequence,
        declared[lock.id] == nil
      else { continue }
      seenReleases[lock.id] = release.mark.sequence
      found += transitions.observe(release, of: lock.id, in: state)
    }
    return found.map { ($0, state) }
  }

  /// Looks for stuck threads and for what lasts too long.
  private func analyze(_ state: SystemState, _ arena: Arena) -> [Finding] {
    guard state.threads.values.contains(where: { $0.wait != nil || !$0.holds.isEmpty }) else {
      return []
    }
    var found = StuckDetector.findings(in: state)
    if !clock.isDebugged {
      let stuck = Set(
        found.filter { $0.severity > .note }.flatMap { finding in
          finding.victims + finding.participants.map(\.mark.thread)
        })
      let thresholds = detector.inbox.withLock { $0.settings.thresholds }
      found += TimeDetector.findings(
        in: clock.patient(state), thresholds: thresholds, excluding: stuck)
    }
    guard !found.isEmpty else { return [] }
    // One look is no instant: what is still the same in a second one was so all along between.
    let again = systemState(arena)
    return found.filter { $0.stillHolds(from: state, in: again) }
  }
}
