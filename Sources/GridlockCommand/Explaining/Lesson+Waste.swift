/// Waste.
extension Lesson {
  static let herd = Lesson(
    program: """
      lock.lock(whenCondition: 1)  // 1, 2, 3 and so on in a hundred threads
      lock.unlock(withCondition: 2)  // with Foundation's class wakes all, for one to go
      """, hasColumns: false)

  static let redundantSet = Lesson(
    program: """
      lock.lock()                    // at 0
      lock.unlock(withCondition: 0)  // 0 is what unlock() would leave
      """, hasColumns: false)

  static let polling = Lesson(
    program: """
      while !lock.tryLock(whenCondition: 1) {
        usleep(100)
      }
      """, hasColumns: false)

  static let staleRead = Lesson(
    program: """
      let next = lock.condition + 1     // read without the lock
      lock.lock()                       // meanwhile another thread set it
      lock.unlock(withCondition: next)
      """, hasColumns: false)
}
