internal import GridlockAnalysis
internal import GridlockEvents

/// What programs said about single locks.
struct Declarations: Sendable {
  /// Reactions to the findings about one lock.
  struct Reactions: Sendable {
    /// For kinds that have none of their own.
    var all: Reaction?
    var kinds: [Finding.Kind: Reaction] = [:]

    subscript(kind: Finding.Kind) -> Reaction? { kinds[kind] ?? all }
  }

  /// How many locks may be spoken of before those that are gone are forgotten.
  static let keptLocks = 4096

  /// Threads that will set a value, by lock and value.
  var setters: [LockID: [Int: [ThreadID]]] = [:]
  var reactions: [LockID: Reactions] = [:]

  /// Puts what detectors should know into a state; forgets locks that are gone, when there are many.
  mutating func apply(to state: inout SystemState) {
    if setters.count > Self.keptLocks {
      setters = setters.filter { state.locks[$0.key] != nil }
    }
    if reactions.count > Self.keptLocks {
      reactions = reactions.filter { state.locks[$0.key] != nil }
    }
    for (lock, values) in setters where state.locks[lock] != nil {
      state.locks[lock]!.declaredSetters = values
    }
  }

  /// The reaction that the locks of a finding ask for: the strongest, where they differ.
  func reaction(to finding: Finding) -> Reaction? {
    guard !reactions.isEmpty else { return nil }
    let asked = finding.participants.compactMap { part in
      part.lock.flatMap { reactions[$0]?[finding.kind] }
    }
    return asked.max { $0.strength < $1.strength }
  }
}

extension Reaction {
  fileprivate var strength: Int {
    switch self {
    case .ignore: 0
    case .report: 1
    case .abort: 2
    }
  }
}
