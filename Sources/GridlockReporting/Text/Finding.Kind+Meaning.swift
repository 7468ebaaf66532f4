public import GridlockAnalysis

extension Finding.Kind {
  /// What it means, in one sentence.
  public var meaning: String {
    switch self {
    case .cycle: "Threads wait for each other in a ring, so that none can go on."
    case .selfDeadlock: "A thread waits for a lock that it holds itself."
    case .nestedMonitor:
      "A thread waits for a value while holding a lock that whoever could set the value needs."
    case .orphanWait: "A thread waits for a value or signal, and nobody is left to give it."
    case .brokenChain:
      "A release left another value than the one that the next thread in turn waits for."
    case .drift: "A value was overwritten before the thread that waits for it could go."
    case .lostWakeup: "A signal came when nobody waited, and the thread it was for waits on."
    case .order: "Locks are taken in different orders, which can end in a deadlock."
    case .nonOwner: "A thread released a lock that it did not hold."
    case .exclusionLost: "Two threads were inside the same critical section at the same time."
    case .exitHolding: "A thread ended while it held a lock, which nobody can take any more."
    case .destroyedBusy: "A lock was destroyed while it was held or waited for."
    case .waitHolding: "A thread waited for a value while holding another lock."
    case .herd: "Each release would wake many waiters of which few can go."
    case .redundantSet: "A release set the value that was there, with nobody able to go for it."
    case .polling: "A thread tries for a lock or reads its value in a loop instead of waiting."
    case .staleRead: "A value was set after a read without the lock that had gone stale."
    case .longHold: "A lock has been held for long."
    case .longWait: "A thread has waited for long."
    case .starvation: "A thread that could go is passed over again and again."
    }
  }
}
