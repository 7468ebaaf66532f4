/// Misuse, and what may hang another time.
extension Lesson {
  static let order = Lesson(
    program: """
      a.lock()                      // later, or in another run:
      b.lock()                      b.lock()
      b.unlock()                    a.lock()
      a.unlock()                    a.unlock()
                                    b.unlock()
      """,
    scenario: """
      init: L1(0), L2(0)
      T1: lock L1; lock L2; unlock L2; unlock L1
      T2: lock L2; lock L1; unlock L1; unlock L2
      hang: some
      expect: order | cycle
      """)

  static let nonOwner = Lesson(
    program: """
      // nobody holds it              lock.lock(whenCondition: 1)
      lock.unlock(withCondition: 1)   // goes on
      """,
    scenario: """
      init: L1(0)
      T1: unlockWith L1 1
      T2: lockWhen L1 1; unlock L1
      hang: never
      expect: non-owner
      """)

  static let exclusionLost = Lesson(
    program: """
      lock.lock()
      items.append(1)   lock.unlock()  // not its own
                                       lock.lock()
      items.append(2)                  items.append(3)  // at the same time
      lock.unlock()
      """)

  static let destroyedBusy = Lesson(
    program: """
      var lock: ConditionLock? = ConditionLock(condition: 0)
      lock!.lock()
      lock = nil  // freed while it is held
      """, hasColumns: false)

  static let waitHolding = Lesson(
    program: """
      outer.lock()
      lock.lock(whenCondition: 1)  // whoever sets 1 may need outer one day
      lock.unlock()
      outer.unlock()
      """, hasColumns: false)

  static let starvation = Lesson(
    program: """
      lock.lock()  // passed over       while true {
                   // again and again     lock.withLock { work() }
                                        }
      """)

  static let longHold = Lesson(
    program: """
      lock.withLock {
        let data = download()  // seconds
        cache.append(data)
      }
      """, hasColumns: false)

  static let longWait = Lesson(
    program: """
      lock.lock()
      download()  // a minute           lock.lock()  // waits that long
      lock.unlock()
      """)
}
