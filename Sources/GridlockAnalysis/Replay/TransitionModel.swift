public import GridlockEvents

/// How the value of a lock goes on from each value, learned by name or creation site, or declared.
///
/// What was learned speaks only after enough releases from a value, all of few kinds, and only in
/// notes; a declaration is kept to the letter, and broken with a warning.
///
/// - Complexity: O(1) a release, O(distinct transitions) memory, bounded.
public struct TransitionModel: Sendable {
  enum Outcome: Hashable, Sendable {
    case kept
    case set(Int)
  }

  struct Start: Hashable, Sendable {
    var lock: LockClass
    var value: Int
    /// Whether the lock was taken by naming the value.
    var isNamed: Bool
  }

  struct Statistics: Sendable {
    var total = 0
    /// With how often each came, in the order they were seen.
    var outcomes: [(outcome: Outcome, count: Int)] = []

    func count(of outcome: Outcome) -> Int {
      outcomes.first { $0.outcome == outcome }?.count ?? 0
    }

    /// How often the most frequent outcome came, where enough was seen to call this one unusual.
    func usual(
      unless outcome: Outcome, after minimum: Int, isNamed: Bool
    ) -> (count: Int, total: Int)? {
      guard total >= minimum else { return nil }
      let count = count(of: outcome)
      switch outcome {
      case .kept:
        guard isNamed, count * 20 <= total else { return nil }
      case .set:
        // Plain unlocks say nothing of which values follow.
        let kept = self.count(of: .kept)
        let sets = total - kept
        let kinds = outcomes.count - (kept > 0 ? 1 : 0)
        guard count == 0, sets >= minimum, kinds * 10 <= sets else { return nil }
      }
      return (outcomes.map(\.count).max() ?? 0, total)
    }

    mutating func add(_ outcome: Outcome) {
      total += 1
      if let index = outcomes.firstIndex(where: { $0.outcome == outcome }) {
        outcomes[index].count += 1
      } else if outcomes.count < TransitionModel.keptOutcomes {
        outcomes.append((outcome, 1))
      }
    }
  }

  private struct Deviation: Hashable, Sendable {
    var start: Start
    var outcome: Outcome
  }

  static let keptStarts = 4096
  static let keptOutcomes = 16

  /// How many releases from a value it takes to speak about it.
  public let minimum: Int
  private var learned: [Start: Statistics] = [:]
  private var declared: [LockClass: [Int: Set<Int>]] = [:]
  private var told: Set<Deviation> = []
  /// Whether more was seen than could be kept.
  public private(set) var isFull = false

  public init(minimum: Int = 20) { self.minimum = minimum }

  /// Declares which values may follow each value of a lock. Values left out may be followed by any.
  public mutating func declare(_ next: [Int: Set<Int>], for lock: LockID) {
    declared[.instance(lock)] = next
  }

  /// Declares which values may follow each value of all locks of a name.
  public mutating func declare(_ next: [Int: Set<Int>], named name: String) {
    declared[.named(name)] = next
  }

  /// Takes in a release by the lock's holder.
  ///
  /// - Parameters:
  ///   - release: What it left.
  ///   - lock: The lock that was released.
  ///   - state: Need only know the lock.
  public mutating func observe(
    _ release: Release, of lock: LockID, in state: SystemState
  ) -> [Finding] {
    let start = Start(
      lock: LockClass(lock, in: state), value: release.before,
      isNamed: release.acquiredBy.namesValue)
    let outcome: Outcome = release.operation == .unlockWith ? .set(release.after) : .kept
    if !declared.isEmpty, let next = declared[.instance(lock)] ?? declared[start.lock] {
      return compare(release, lock, start, outcome, with: next, in: state)
    }
    guard let index = learned.index(forKey: start) else {
      learn(start, outcome)
      return []
    }
    defer { learned.values[index].add(outcome) }
    let usual = learned.values[index].usual(unless: outcome, after: minimum, isNamed: start.isNamed)
    guard let usual else { return [] }
    let reason = "In \(usual.count) of \(usual.total) earlier cases it went on differently."
    return tell(release, lock, start, outcome, .note, reason, in: state)
  }

  /// Whether a release by the lock's holder breaks what was declared to follow each value.
  ///
  /// A plain unlock does where the value was named on taking the lock and may not stay.
  package static func breaks(_ release: Release, _ next: [Int: Set<Int>]) -> Bool {
    guard let allowed = next[release.before], !allowed.contains(release.after) else { return false }
    return release.operation == .unlockWith || release.acquiredBy.namesValue
  }

  private mutating func compare(
    _ release: Release, _ lock: LockID, _ start: Start, _ outcome: Outcome,
    with next: [Int: Set<Int>], in state: SystemState
  ) -> [Finding] {
    guard Self.breaks(release, next), let allowed = next[release.before] else { return [] }
    let values = allowed.sorted().map { Wording.value($0, of: lock, in: state) }
    let reason =
      values.isEmpty
      ? "Nothing was declared to follow it."
      : "Declared to follow: \(values.joined(separator: ", "))."
    return tell(release, lock, start, outcome, .warning, reason, in: state)
  }

  private mutating func learn(_ start: Start, _ outcome: Outcome) {
    if learned.count >= Self.keptStarts {
      isFull = true
      return
    }
    learned[start] = Statistics(total: 1, outcomes: [(outcome, 1)])
  }

  private mutating func tell(
    _ release: Release, _ lock: LockID, _ start: Start, _ outcome: Outcome,
    _ severity: Finding.Severity, _ reason: String, in state: SystemState
  ) -> [Finding] {
    guard told.insert(Deviation(start: start, outcome: outcome)).inserted else { return [] }
    let name = Wording.lock(lock, in: state)
    let before = Wording.value(release.before, of: lock, in: state)
    let after = Wording.value(release.after, of: lock, in: state)
    let fact =
      outcome == .kept
      ? "\(name) was taken at \(before) and released without a new value."
      : "\(name) went from \(before) to \(after)."
    return [
      Finding(
        kind: outcome == .kept ? .brokenChain : .drift,
        certainty: severity == .warning ? .certain : .possible, severity: severity,
        participants: [
          Finding.Participant(
            role: .caused, operation: release.operation, lock: lock,
            value: outcome == .kept ? nil : release.after, mark: release.mark)
        ],
        reasons: [fact, reason])
    ]
  }
}
