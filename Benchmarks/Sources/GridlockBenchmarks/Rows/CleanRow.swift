import Gridlock

/// Every kind of operation of the recording path, for a tool that counts what it calls.
enum CleanRow {
  static func run(_ options: Options) throws -> [Outcome] {
    guard let (_, count) = options.counted else { throw Problem("clean needs --count") }
    let outer = ConditionLock(condition: 0)
    let inner = ConditionLock(condition: 0)
    Depth.run(recordedFrames: 16) {
      Counted.run(count) { count in
        for _ in 0..<count {
          outer.lock()
          inner.lock()
          inner.unlock()
          outer.unlock(withCondition: 1)
          outer.lock(whenCondition: 1)
          outer.unlock(withCondition: 0)
          if outer.try() { outer.unlock() }
          if outer.tryLock(whenCondition: 0) { outer.unlock() }
        }
      }
    }
    return []
  }
}
