import GridlockEvents

extension StuckAnalysis {
  /// How sure and how loud a finding about `members` may be, and why.
  func level(
    of members: [ThreadID]
  ) -> (certainty: Finding.Certainty, severity: Finding.Severity, reasons: [String]) {
    let retries = (isWorldStuck ? stuck : members).filter {
      waits[$0]?.isEndlessRetry(at: state.time) == true
    }
    if isWorldStuck && retries.isEmpty {
      return (
        .certain, .error,
        ["Every live thread is in a wait without limit, and no other thread can come."]
      )
    }
    if isWorldStuck {
      return (.probable, .error, [Self.retryReason])
    }
    if members.allSatisfy(probable.contains) {
      return (
        .probable, .error,
        probableReasons(of: members) + (retries.isEmpty ? [] : [Self.retryReason])
      )
    }
    let isHandedOver = members.contains { thread in
      releaseNeed(of: thread).flatMap { state.locks[$0.lock] }?.isHandedOver == true
    }
    return (.possible, isHandedOver ? .warning : .note, possibleReasons(of: members))
  }

  private static var retryReason: String {
    "A thread tried again and again with a limit while nothing was released, which counts as one"
      + " wait without limit but proves nothing."
  }

  private func probableReasons(of members: [ThreadID]) -> [String] {
    var reasons: [String] = []
    if members.contains(where: { releaseNeed(of: $0) != nil }) {
      reasons.append(
        "A thread that is not stuck, or one not seen, could still release the lock for its owner.")
    }
    if members.contains(where: { eventNeed(of: $0) != nil }) {
      reasons.append(
        "Every thread that was seen to bring what is waited for is stuck itself; one not seen"
          + " could still do it.")
    }
    if reasons.isEmpty { reasons.append("Threads that are no part of this still run.") }
    return reasons
  }

  private func possibleReasons(of members: [ThreadID]) -> [String] {
    var reasons: [String] = []
    func add(_ reason: String) { if !reasons.contains(reason) { reasons.append(reason) } }
    for member in members {
      if let lock = releaseNeed(of: member).flatMap({ state.locks[$0.lock] }), lock.isHandedOver {
        add(
          "This lock, or one created at the same place, was released before by a thread that did"
            + " not hold it, so another thread may free it again.")
      }
      guard let need = eventNeed(of: member) else { continue }
      let known = setters.setters(for: need, in: state)
      if known.isUnheardOf {
        add("Nobody was ever seen to bring what is waited for, so nobody is known to be missing.")
      } else if !known.gone.isEmpty {
        add("Threads that brought what is waited for have ended; others like them may come.")
      } else if liveSetters(for: need).isEmpty {
        add("Only threads that now wait for it themselves were seen to bring it.")
      }
    }
    if reasons.isEmpty { add("A thread that this depends on is itself only possibly stuck.") }
    return reasons
  }
}
