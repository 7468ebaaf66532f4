import GridlockAnalysis

/// A minimal program that has a finding.
struct Lesson {
  /// Swift, a column for each thread; `lock` is a `ConditionLock(condition: 0)`.
  var program: String
  /// The same in the notation of `gridlock check`, where it can say so.
  var scenario: String?
  var hasColumns = true

  static func of(_ kind: Finding.Kind) -> Lesson {
    switch kind {
    case .cycle: cycle
    case .selfDeadlock: selfDeadlock
    case .nestedMonitor: nestedMonitor
    case .orphanWait: orphanWait
    case .brokenChain: brokenChain
    case .drift: drift
    case .lostWakeup: lostWakeup
    case .order: order
    case .nonOwner: nonOwner
    case .exclusionLost: exclusionLost
    case .exitHolding: exitHolding
    case .destroyedBusy: destroyedBusy
    case .waitHolding: waitHolding
    case .herd: herd
    case .redundantSet: redundantSet
    case .polling: polling
    case .staleRead: staleRead
    case .longHold: longHold
    case .longWait: longWait
    case .starvation: starvation
    }
  }
}
