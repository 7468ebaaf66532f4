public import GridlockAnalysis

extension Finding.Kind {
  /// What to do about it, in one line.
  public var advice: String {
    switch self {
    case .cycle:
      "Take these locks in one order everywhere, or release the first before waiting for the second."
    case .selfDeadlock:
      "Release the lock before taking it again, or pass the work to a function that expects it held."
    case .nestedMonitor:
      "Release the outer lock before waiting for a value, or let the setter do without it."
    case .orphanWait:
      "Make sure a thread that sets this value outlives those that wait for it, "
        + "on every way out of it."
    case .brokenChain:
      "End the critical section with unlock(withCondition:) naming the value the next thread "
        + "waits for, on every path, early returns and errors included."
    case .drift:
      "Take the lock with lock(whenCondition:) before setting a value, so that none is overwritten "
        + "before its waiter ran."
    case .lostWakeup:
      "Keep what is signalled in a variable under the lock, and test it in a loop around wait()."
    case .order:
      "Take these locks in one order everywhere, or guard both orders with one outer lock."
    case .nonOwner:
      "Unlock on the thread that locked, or declare the hand-off so that it is expected."
    case .exclusionLost:
      "Find who released the lock without holding it: two threads were inside at the same time."
    case .exitHolding:
      "Unlock in a defer, or use withLock, so that no way out of the thread leaves it locked."
    case .destroyedBusy:
      "Keep the lock alive until every thread that uses it is done: join them before letting it go."
    case .waitHolding:
      "Wait for a value with no other lock held; whoever sets it may need that lock one day."
    case .herd:
      "Split the lock, or give each kind of waiter its own, "
        + "so that a release wakes only who can go."
    case .redundantSet:
      "Use unlock() where the value stays, or check that the right value is set here."
    case .polling:
      "Wait with lock(whenCondition:) instead of trying in a loop."
    case .staleRead:
      "Read the value with the lock held when the next value depends on it."
    case .longHold:
      "Do the slow work outside the lock."
    case .longWait:
      "Look at what the owner is doing: its stack is above."
    case .starvation:
      "Let the others give way for a moment after a release, or hand the lock over by value."
    }
  }
}
