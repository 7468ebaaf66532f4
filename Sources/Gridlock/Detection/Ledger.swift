internal import GridlockAnalysis
internal import GridlockEvents

/// Remembers what was told, so that each problem is told once, and again only when it is worse.
struct Ledger {
  /// One blocked wait: a thread and when it began.
  private struct StuckWait: Hashable {
    var thread: ThreadID
    var since: UInt64
  }

  private struct Problem: Hashable {
    var kind: Finding.Kind
    var locks: [LockID]
    var threads: [ThreadID]
    var sites: [UInt64]
  }

  /// One mistake, however often it happens: the operations and places that take part, by lock.
  private struct Mistake: Hashable {
    struct Part: Hashable {
      var role: Finding.Participant.Role
      var operation: Operation
      /// The creation site or name of the lock, else the lock itself.
      var lock: String
      var stack: StackID
      var tag: SiteTag
    }

    var kind: Finding.Kind
    var parts: Set<Part>
  }

  private var printed: [Mistake: Finding.Severity] = [:]

  /// Whether to print this finding: not when the same mistake was printed before, of other waits,
  /// and is no worse now.
  mutating func isToBePrinted(_ finding: Finding, in state: SystemState) -> Bool {
    let parts = finding.participants.map { part in
      let lock = part.lock.flatMap { state.locks[$0] }
      let site = lock.map { $0.name.isEmpty ? ($0.site == 0 ? "" : "@\($0.site)") : $0.name } ?? ""
      return Mistake.Part(
        role: part.role, operation: part.operation,
        lock: site.isEmpty ? "#\(part.lock?.rawValue ?? 0)" : site, stack: part.mark.stack,
        tag: part.mark.tag)
    }
    let mistake = Mistake(kind: finding.kind, parts: Set(parts))
    if let known = printed[mistake], known >= finding.severity { return false }
    if printed.count > 10_000 { printed.removeAll() }
    printed[mistake] = finding.severity
    return true
  }

  private var waits: [StuckWait: Finding.Severity] = [:]
  private var problems: [Problem: Finding.Severity] = [:]

  /// Whether to tell this finding now.
  mutating func isNew(_ finding: Finding) -> Bool {
    let stuck = finding.participants.filter { $0.role == .waits }
      .map { StuckWait(thread: $0.mark.thread, since: $0.mark.time) }
    if finding.isAboutStuckWait, !stuck.isEmpty {
      let known = stuck.compactMap { waits[$0] }
      // Told as part of the same story before, and no worse now.
      if known.count == stuck.count, let least = known.min(), least >= finding.severity {
        return false
      }
      for wait in stuck { waits[wait] = max(waits[wait] ?? .note, finding.severity) }
      return true
    }
    let problem = Problem(
      kind: finding.kind, locks: finding.participants.compactMap(\.lock),
      threads: finding.kind == .order ? [] : finding.participants.map(\.mark.thread),
      sites: finding.participants.map {
        UInt64($0.mark.stack.rawValue) << 32 | UInt64($0.mark.tag.rawValue)
      })
    if let known = problems[problem], known >= finding.severity { return false }
    problems[problem] = finding.severity
    if problems.count > 10_000 { problems.removeAll() }
    return true
  }
}

extension Finding {
  /// Whether it explains threads that are blocked at this moment.
  var isAboutStuckWait: Bool {
    guard occurrence == .actual else { return false }
    return switch kind {
    case .cycle, .selfDeadlock, .nestedMonitor, .orphanWait, .brokenChain, .drift, .lostWakeup:
      true
    case .exitHolding: participants.contains { $0.role == .waits }
    default: false
    }
  }

  /// Whether it says of a blocked thread only what may well be normal life.
  var isPassingNote: Bool { severity == .note && (isAboutStuckWait || kind == .longHold) }

  /// Whether this is the same lock left by the same ended thread, now with those who wait for it.
  func completes(_ other: Finding) -> Bool {
    guard kind == .exitHolding, other.kind == .exitHolding, isAboutStuckWait else { return false }
    let left = Set(other.participants.compactMap(\.lock))
    let enders = other.participants.filter { $0.role == .holds }.map(\.mark.thread)
    return participants.contains {
      $0.role == .holds && enders.contains($0.mark.thread) && $0.lock.map(left.contains) == true
    }
  }
}
