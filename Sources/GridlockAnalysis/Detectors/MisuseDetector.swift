import GridlockEvents

/// Turns facts into findings about how locks are used: wrong releases, ends with locks held, waits
/// with locks held, waste. Each distinct problem is told once.
public struct MisuseDetector: Sendable {
  /// From where on a habit is a finding.
  public struct Limits: Sendable, Hashable {
    /// Wake-ups that could not go, at least so many and so many for each that could.
    public var herdWakeUps = 20
    public var herdRatio = 3
    /// Times passed over, in a wait of at least so many nanoseconds.
    public var passedOver = 10
    public var passedOverTime: UInt64 = 10_000_000
    /// Releases without the value waited for.
    public var releasesWithout = 1000
    /// Failed tries or reads in a row.
    public var polls = 20

    public init() {}
  }

  /// What makes two findings the same problem.
  struct Problem: Hashable, Sendable {
    var kind: Finding.Kind
    var severity: Finding.Severity
    var lock: LockClass
    var other: LockClass?
    var place: Place
  }

  /// A value of a lock, or the signal of a monitor.
  struct Awaited: Hashable, Sendable {
    var lock: LockClass
    var value: Int?
  }

  /// A wait entered with a lock held.
  struct HoldingWait: Sendable {
    var hold: Hold
    var request: Observation.Nested
  }

  /// A lock needed to set a value.
  struct Need: Sendable {
    var hold: Hold
    var set: Mark
  }

  static let handful = 8

  public var limits: Limits
  var told: Set<Problem> = []
  var holdingWaits: [Awaited: [HoldingWait]] = [:]
  var needs: [Awaited: [Need]] = [:]
  var idleSignals: [LockID: Mark] = [:]

  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Takes in a fact.
  ///
  /// - Parameters:
  ///   - observation: What an event showed.
  ///   - state: Need only know the locks and threads that the fact names.
  /// - Returns: the problems it shows that were not told before.
  /// - Complexity: O(locks and waiters that the fact names).
  public mutating func observe(_ observation: Observation, in state: SystemState) -> [Finding] {
    switch observation {
    case .foreignRelease(let release): return nonOwner(release, in: state)
    case .exclusionLost(let loss): return exclusionLost(loss, in: state)
    case .endedHolding(let thread, let holds, let mark):
      return exitHolding(thread, holds, mark, in: state)
    case .destroyedBusy(let lock, let owner, let waits, let mark):
      return destroyedBusy(lock, owner, waits, mark, in: state)
    case .nested(let request): return waitHolding(request, in: state)
    case .valueSet(let set): return waitHolding(set, in: state)
    case .herd(let lock, let woken, let able, let mark):
      return herd(lock, woken: woken, able: able, mark, in: state)
    case .redundantSet(let lock, let value, let mark):
      return redundantSet(lock, value, mark, in: state)
    case .polled(let lock, let operation, let count, let mark):
      return polling(lock, operation, count, mark, in: state)
    case .staleSet(let set): return staleRead(set, in: state)
    case .passedOver(let wait, let count, let duration, let valueForm):
      return starvation(wait, count, duration, valueForm: valueForm, in: state)
    case .waitEntered(let wait, _, let gaveUp):
      return lostWakeUp(wait, gaveUp: gaveUp, in: state)
    case .idleSignal(let lock, let mark): idleSignals[lock] = mark
    case .destroyed(let lock, _): forget(lock)
    case .transition, .spawned, .joined: break
    }
    return []
  }

  private mutating func forget(_ lock: LockID) {
    idleSignals[lock] = nil
    guard !needs.isEmpty || !holdingWaits.isEmpty else { return }
    let gone = LockClass.instance(lock)
    needs = needs.filter { $0.key.lock != gone }
    holdingWaits = holdingWaits.filter { $0.key.lock != gone }
  }

  /// The finding, unless the same problem was told before.
  mutating func tell(
    _ finding: Finding, about lock: LockID, and other: LockID? = nil, at mark: Mark,
    in state: SystemState
  ) -> [Finding] {
    let problem = Problem(
      kind: finding.kind, severity: finding.severity, lock: LockClass(lock, in: state),
      other: other.map { LockClass($0, in: state) }, place: Place(mark))
    return told.insert(problem).inserted ? [finding] : []
  }

  /// Facts are certain as long as no event is missing.
  func certainty(in state: SystemState) -> Finding.Certainty {
    state.lostEvents == 0 ? .certain : .probable
  }
}
