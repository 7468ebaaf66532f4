/// Threads that are stuck.
extension Lesson {
  static let cycle = Lesson(
    program: """
      a.lock()                     b.lock()
      b.lock()  // waits           a.lock()  // waits
      """,
    scenario: """
      init: L1(0), L2(0)
      T1: lock L1; lock L2; unlock L2; unlock L1
      T2: lock L2; lock L1; unlock L1; unlock L2
      hang: some
      expect: cycle
      """)

  static let selfDeadlock = Lesson(
    program: """
      lock.lock()
      report()  // which calls lock.lock(), and waits for ever
      """,
    scenario: """
      init: L1(0)
      T1: lock L1; lock L1
      hang: all
      expect: self
      """, hasColumns: false)

  static let nestedMonitor = Lesson(
    program: """
      outer.lock()                          outer.lock()  // waits
      lock.lock(whenCondition: 1)  // waits lock.lock()
                                            lock.unlock(withCondition: 1)
      """,
    scenario: """
      init: L1(0), M1
      T1: lock M1; lockWhen L1 1; unlockWith L1 0; unlock M1
      T2: lock M1; lock L1; unlockWith L1 1; unlock M1
      order: T1.1 T1.2! T2.1!
      hang: some
      expect: nested-monitor
      """)

  static let orphanWait = Lesson(
    program: """
      lock.lock(whenCondition: 1)  // waits; nobody sets 1
      """,
    scenario: """
      init: L1(0)
      T1: lockWhen L1 1; unlock L1
      hang: all
      expect: orphan-wait
      """, hasColumns: false)

  static let brokenChain = Lesson(
    program: """
      lock.lock(whenCondition: 2)        lock.lock(whenCondition: 3)  // waits
      lock.unlock()  // meant 3
      """,
    scenario: """
      init: L1(1)
      T1: lockWhen L1 1; unlockWith L1 2
      T2: lockWhen L1 2; unlock L1
      T3: lockWhen L1 3; unlock L1
      hang: all
      expect: broken-chain
      """)

  static let drift = Lesson(
    program: """
      lock.lock()                   lock.lock()
      lock.unlock(withCondition: 1) lock.unlock(withCondition: 2)  lock.lock(whenCondition: 1)
                                                                   // waits: 1 was overwritten
      """,
    scenario: """
      init: L1(99)
      T1: lock L1; unlockWith L1 1
      T2: lock L1; unlockWith L1 2
      T3: lockWhen L1 1; unlock L1
      T4: lockWhen L1 2; unlock L1
      order: T3.1! T1.1 T1.2 T2.1 T2.2 T4.1 T4.2
      hang: some
      expect: drift
      """)

  static let lostWakeup = Lesson(
    program: """
      condition.lock()
      condition.signal()  // wakes nobody
      condition.unlock()                       condition.lock()
                                               condition.wait()  // waits
      """,
    scenario: """
      init: C1
      T0: lock C1; spawn T1; unlock C1; wait C1
      T1: lock C1; signal C1; unlock C1
      order: T0.1 T0.2 T0.3 T1.1 T1.2 T1.3 T0.4
      hang: some
      expect: lost-wakeup | non-owner
      """)

  static let exitHolding = Lesson(
    program: """
      lock.lock()
      if failed { return }         lock.lock()  // waits
      lock.unlock()
      """,
    scenario: """
      init: L1(0)
      T0: spawn T1; join T1
      T1: lock L1; exit
      hang: never
      expect: exit-holding
      """)
}
