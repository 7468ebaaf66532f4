import GridlockAnalysis
import GridlockEvents

/// Says in one sentence what a finding is about.
struct HeadlineSentence {
  let finding: Finding
  let labels: Labels

  var text: String {
    switch finding.kind {
    case .cycle: cycle
    case .order: order
    case .selfDeadlock: "\(waiter) \(waits), which it holds itself"
    case .nestedMonitor:
      "\(waiter) \(waits) while holding \(heldByWaiter), which every thread that could set it needs"
    case .orphanWait: orphan
    case .brokenChain: brokenChain
    case .drift: drift
    case .lostWakeup: lostWakeup
    case .nonOwner: nonOwner
    case .exclusionLost:
      "\(culprit) still acts as the holder of \(lock), which was released under it "
        + "and taken by \(other)"
    case .exitHolding:
      "\(holder) ended while holding \(heldLocks)"
        + (wait == nil ? "" : ", and \(waiter) \(waitsForIt)")
    case .destroyedBusy:
      "\(lock) was destroyed while "
        + (wait == nil ? "\(holder) held it" : "\(waiter) waited for it")
    default: lesser
    }
  }

  private var lesser: String {
    switch finding.kind {
    case .waitHolding: "\(waiter) \(waited) while holding \(heldByWaiter)"
    case .herd:
      "each release of \(lock) would wake every waiter of Foundation's class, nearly all in vain"
    case .redundantSet:
      "\(culprit) set \(lock) to \(value ?? "the value") again with nobody able to go for it"
    case .polling: "\(culprit) polls \(lock) with \(operation) in a loop"
    case .staleRead:
      "\(culprit) set \(lock) to \(value ?? "a value") after an unlocked read that had gone stale"
    case .longHold:
      "\(holder) has held \(lock)\(labels.lasting(holding?.mark.time ?? 0))"
        + (wait == nil ? "" : ", and \(waiter) \(waitsForIt)")
    case .longWait:
      "\(waiter) has waited\(labels.lasting(wait?.mark.time ?? 0)) for \(lock)"
        + (holding == nil ? "" : ", held by \(holder)")
    case .starvation: "\(waiter) \(waits), and others are let go before it again and again"
    default: "\(culprit) called \(operation) on \(lock)"
    }
  }

  private var orphan: String {
    let verb = wait?.value == nil ? "signal it" : "set it"
    let reason =
      switch finding.certainty {
      case .certain: "no thread that is left can \(verb)"
      case .probable: "every thread known to \(verb) is stuck"
      case .possible: "the threads that \(verb) are gone, or there never were any"
      }
    return "\(waiter) \(waits), and \(reason)"
  }

  private var brokenChain: String {
    guard let cause else { return "\(waiter) \(waits), and the last release did not set it" }
    let done =
      cause.operation == .unlock
      ? "kept \(value ?? "the value")" : "set \(value ?? "another value")"
    guard wait != nil else {
      return "\(operation) by \(culprit) \(done) on \(lock), where earlier rounds set another value"
    }
    return "\(waiter) \(waits), but \(operation) by \(culprit) \(done)"
  }

  private var drift: String {
    guard wait != nil else {
      return "\(culprit) set \(lock) to \(value ?? "a value"), which nobody expected there"
    }
    guard cause != nil else { return "\(waiter) \(waits), which was set and overwritten before it" }
    let left = value ?? "another value"
    guard wantedCame else {
      return "\(waiter) \(waits), but \(culprit) left it at \(left), which nobody waits for"
    }
    return "\(waiter) \(waits), but \(culprit) set \(left) over it"
  }

  /// Whether the wanted value was there once and was replaced.
  private var wantedCame: Bool {
    guard let lock = wait?.lock, let wanted = wait?.value,
      let state = labels.report.state.locks[lock]
    else { return true }
    return state.values[wanted]?.lastLeft != nil || state.initialValue == wanted
  }

  private var lostWakeup: String {
    let signal = "\(operation) by \(culprit)"
    guard wait != nil else { return "\(signal) on \(lock) woke nobody" }
    return "\(waiter) \(waits), but \(signal) woke nobody who needed it"
  }

  private var nonOwner: String {
    let start = "\(culprit) called \(operation) on \(lock)"
    guard let holding, holding.mark.thread != cause?.mark.thread else {
      return "\(start), which nobody held"
    }
    return "\(start), held by \(holder)"
  }
}
