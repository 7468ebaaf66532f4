import GridlockAnalysis
import GridlockEvents

extension HeadlineSentence {
  func first(_ role: Finding.Participant.Role) -> Finding.Participant? {
    finding.participants.first { $0.role == role }
  }

  var wait: Finding.Participant? { first(.waits) }
  var holding: Finding.Participant? { first(.holds) }
  /// Who did it: the one that caused it, else the first there is.
  var cause: Finding.Participant? { first(.caused) }
  private var doer: Finding.Participant? {
    cause ?? first(.witness) ?? holding ?? finding.participants.first
  }

  /// The threads that wait for the same as the first.
  private var waiters: [ThreadID] {
    guard let wait else { return [] }
    var seen: Set<ThreadID> = []
    return finding.participants.filter {
      $0.role == .waits && $0.lock == wait.lock && $0.value == wait.value
        && $0.operation.namesValue == wait.operation.namesValue
    }.map(\.mark.thread).filter { seen.insert($0).inserted }
  }

  /// `"a"`, `"a" and "b"`, or `"a", "b" and 7 more`.
  var waiter: String {
    let names = waiters.map(labels.thread)
    guard names.count > 3 else { return names.isEmpty ? "a thread" : Labels.list(names) }
    return Labels.list(names.prefix(2) + ["\(names.count - 2) more"])
  }

  private var waitVerb: String { waiters.count > 1 ? "wait" : "waits" }

  var holder: String { holding.map { labels.thread($0.mark.thread) } ?? "a thread" }
  var culprit: String { doer.map { labels.thread($0.mark.thread) } ?? "a thread" }

  /// Another thread than the culprit.
  var other: String {
    let thread = finding.participants.first { $0.mark.thread != doer?.mark.thread }
    return thread.map { labels.thread($0.mark.thread) } ?? "another thread"
  }

  /// The lock the finding is about.
  var lock: String {
    let part = [cause, wait, holding].compactMap { $0 }.first { $0.lock != nil }
    let id = part?.lock ?? finding.participants.lazy.compactMap(\.lock).first
    return id.map(labels.lockWithKind) ?? "a lock"
  }

  /// `unlock(withCondition: 2)`.
  var operation: String {
    guard let doer else { return "a call" }
    return doer.operation.call(doer.value)
  }

  /// The value that the culprit's operation left.
  var value: String? {
    guard let doer, let lock = doer.lock else { return nil }
    if let value = doer.value { return labels.value(value, of: lock) }
    guard let state = labels.report.state.locks[lock] else { return nil }
    if let release = state.lastRelease, release.mark == doer.mark {
      return labels.value(release.after, of: lock)
    }
    let event = labels.report.histories[lock]?.last {
      $0.kind == .released && $0.thread == doer.mark.thread && $0.time == doer.mark.time
    }
    return labels.value(event?.after ?? state.value, of: lock)
  }

  var waits: String { wait.map { "\(waitVerb) \(target(of: $0))" } ?? waitVerb }
  var waited: String { wait.map { "waited \(target(of: $0))" } ?? "waited" }

  /// `for 1 (full) on "queue"`, `for lock "A"`, `for a signal on "ready"`.
  func target(of part: Finding.Participant) -> String {
    guard let lock = part.lock else {
      let wait = labels.report.state.threads[part.mark.thread]?.wait
      guard case .end(let other) = wait?.target else { return "for a thread to end" }
      return "for \(labels.thread(other)) to end"
    }
    let name = labels.lockWithKind(lock)
    if part.operation.namesValue, let value = part.value {
      return "for \(labels.value(value, of: lock)) on \(labels.lock(lock))"
    }
    switch part.operation {
    case .wait, .waitUntil: return "for a signal on \(name)"
    default: return "for \(name)"
    }
  }

  /// The same where the lock has been named just before.
  var waitsForIt: String {
    guard let wait, let lock = wait.lock, lock == (cause ?? holding)?.lock else { return waits }
    return wait.operation.namesValue && wait.value != nil
      ? "\(waitVerb) for \(labels.value(wait.value ?? 0, of: lock)) on it" : "\(waitVerb) for it"
  }

  /// All locks that the holder has in this finding.
  var heldLocks: String {
    guard let holding else { return lock }
    var seen: Set<LockID> = []
    let locks = finding.participants.filter {
      $0.role == .holds && $0.mark.thread == holding.mark.thread
    }.compactMap(\.lock).filter { seen.insert($0).inserted }
    return locks.isEmpty ? lock : labels.locks(locks)
  }

  /// What the waiting thread holds besides what it waits for.
  var heldByWaiter: String {
    guard let wait else { return "another lock" }
    let parts = finding.participants.filter {
      $0.role == .holds && $0.mark.thread == wait.mark.thread && $0.lock != wait.lock
    }
    var held = parts.compactMap(\.lock)
    if held.isEmpty {
      held = labels.report.state.threads[wait.mark.thread]?.holds.map(\.lock) ?? []
      held.removeAll { $0 == wait.lock }
    }
    var seen: Set<LockID> = []
    held.removeAll { !seen.insert($0).inserted }
    return held.isEmpty ? "another lock" : labels.locks(held)
  }

  var cycle: String {
    var seen: Set<ThreadID> = []
    let parts = finding.participants.filter {
      $0.role == .waits && seen.insert($0.mark.thread).inserted
    }
    guard parts.count > 1 else { return "\(waiter) \(waits), which in the end waits for it" }
    let threads = parts.map { labels.thread($0.mark.thread) }
    let locks = parts.compactMap(\.lock)
    let isPlain =
      locks.count == parts.count && locks.allSatisfy(labels.isNamed)
      && parts.allSatisfy { !$0.operation.namesValue && $0.operation != .wait }
    let verb = finding.occurrence == .predicted ? "would wait" : "wait"
    if parts.count == 2, isPlain {
      return "\(Labels.list(threads)) \(verb) for each other's locks "
        + Labels.list(locks.reversed().map(labels.lock))
    }
    let each = zip(threads, parts).map { "\($0) \(target(of: $1))" }
    let ring = parts.count == 2 ? "for each other" : "in a ring"
    return "\(parts.count) threads \(verb) \(ring): " + each.joined(separator: ", ")
  }

  var order: String {
    var locks: [LockID] = []
    var threads: [ThreadID] = []
    for part in finding.participants where part.role == .waits || part.role == .holds {
      if let lock = part.lock, !locks.contains(lock) { locks.append(lock) }
      if !threads.contains(part.mark.thread) { threads.append(part.mark.thread) }
    }
    let orders = locks.count > 2 ? "in orders that form a ring" : "in opposite orders"
    return "\(labels.locks(locks)) are taken \(orders) by "
      + Labels.list(threads.map(labels.thread)) + ", which can leave them waiting for each other"
  }
}
