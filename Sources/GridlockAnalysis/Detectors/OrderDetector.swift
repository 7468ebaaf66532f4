import GridlockEvents

/// Foresees deadlocks from the orders in which threads took locks (Goodlock, in its informed
/// form).
///
/// Each request for a lock with others held becomes a tuple of the thread, the lock and the set
/// held. A prediction is a ring of tuples by distinct threads, each holding what the one before
/// asks for, with no lock held by two of them. Requests that give up at some time make no edge into
/// their lock; a lock got by a try counts as held like any other.
public struct OrderDetector: Sendable {
  /// A lock asked for, and where: what makes two predictions the same.
  struct Link: Hashable, Sendable {
    var lock: LockClass
    var place: Place
  }

  var byLock = OrderIndex<LockID>()
  var byClass = OrderIndex<LockClass>()
  var clocks = ThreadClocks()
  var reported: [Set<Link>: Finding.Severity] = [:]
  var nestedClasses: Set<LockClass> = []

  /// How many steps one search may take.
  public var workLimit: Int
  /// Searches that met the limit: rings may have been missed.
  public internal(set) var searchesCutShort: UInt64 = 0

  public init(workLimit: Int = 200_000) { self.workLimit = workLimit }

  /// Takes in a fact.
  ///
  /// - Parameters:
  ///   - observation: What an event showed.
  ///   - state: Need only know the locks and threads that the fact names.
  /// - Returns: predictions that were not made before.
  /// - Complexity: O(locks held) for a request that lies on no cycle of orders; otherwise bounded
  ///   by `workLimit`.
  public mutating func observe(_ observation: Observation, in state: SystemState) -> [Finding] {
    switch observation {
    case .nested(let request): return observe(request, in: state)
    case .spawned(let other, let mark): clocks.spawned(other, by: mark)
    case .joined(let other, let mark): clocks.joined(other, by: mark)
    case .destroyed(let lock, _): byLock.remove(lock)
    default: break
    }
    return []
  }

  private mutating func observe(
    _ request: Observation.Nested, in state: SystemState
  ) -> [Finding] {
    guard request.mayBlock, request.lock != .none else { return [] }
    var held = request.held
    if held.contains(where: { $0.lock == request.lock || $0.lock == .none }) {
      held.removeAll { $0.lock == request.lock || $0.lock == .none }
    }
    guard let first = held.first else { return [] }
    var tuple = OrderTuple(stamp: clocks.stamp(request.mark.thread), request: request)
    tuple.request.held = held
    var keepers = OrderIndex<LockID>.Held.one(first.lock)
    for hold in held.dropFirst() { keepers.insert(hold.lock) }
    for gate in request.gates { keepers.insert(gate) }
    var findings: [Finding] = []

    if let pattern = byLock.record(tuple, wanted: request.lock, held: keepers) {
      var work = workLimit
      let rings = byLock.rings(closedBy: tuple, in: pattern, prunesGates: true, work: &work)
      if work <= 0 { searchesCutShort += 1 }
      for ring in rings {
        let finding = prediction(
          ring.tuples, separated: ring.separated, wasCut: work <= 0, in: state)
        if let finding { findings.append(finding) }
      }
    }
    findings += observeClasses(of: tuple, in: state)
    return findings
  }

  /// The same by class of locks: what no single set of instances has shown.
  private mutating func observeClasses(
    of tuple: OrderTuple, in state: SystemState
  ) -> [Finding] {
    let wanted = LockClass(tuple.request.lock, in: state)
    var held: OrderIndex<LockClass>.Held?
    var isShared = wanted.isShared
    var findings: [Finding] = []
    for hold in tuple.request.held {
      let lockClass = LockClass(hold.lock, in: state)
      isShared = isShared || lockClass.isShared
      if lockClass != wanted {
        if held == nil { held = .one(lockClass) } else { held?.insert(lockClass) }
      } else if nestedClasses.insert(wanted).inserted {
        findings.append(nesting(of: hold, around: tuple, in: state))
      }
    }
    guard isShared, let held, let pattern = byClass.record(tuple, wanted: wanted, held: held)
    else { return findings }
    var work = workLimit
    let rings = byClass.rings(closedBy: tuple, in: pattern, prunesGates: false, work: &work)
    if work <= 0 { searchesCutShort += 1 }
    for ring in rings where !isClosedByInstances(ring.tuples) {
      if let finding = classPrediction(ring.tuples, in: state) { findings.append(finding) }
    }
    return findings
  }

  /// Whether each thread of the chain holds the very lock that the one before asks for.
  private func isClosedByInstances(_ tuples: [OrderTuple]) -> Bool {
    tuples.indices.allSatisfy { index in
      let next = tuples[(index + 1) % tuples.count]
      return next.request.held.contains { $0.lock == tuples[index].request.lock }
    }
  }
}
