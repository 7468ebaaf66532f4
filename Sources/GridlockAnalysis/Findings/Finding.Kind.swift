extension Finding {
  /// What is wrong. Raw values are the names users write in suppressions and read in reports.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case cycle
    case selfDeadlock = "self"
    case nestedMonitor = "nested-monitor"
    case orphanWait = "orphan-wait"
    case brokenChain = "broken-chain"
    case drift
    case lostWakeup = "lost-wakeup"
    case order
    case nonOwner = "non-owner"
    case exclusionLost = "exclusion-lost"
    case exitHolding = "exit-holding"
    case destroyedBusy = "destroyed-busy"
    case waitHolding = "wait-holding"
    case herd
    case redundantSet = "redundant-set"
    case polling
    case staleRead = "stale-read"
    case longHold = "long-hold"
    case longWait = "long-wait"
    case starvation
  }
}
