import Foundation
import Gridlock

/// What the tests of recordings run.
extension LiveFixture {
  /// Threads that hand a lock around in a ring of values for ever: 0, 1, 2, 0.
  static func busy() -> Never {
    let ring = ConditionLock(condition: 0, name: "ring")
    for turn in 0..<3 {
      thread(named: "turn-\(turn)") {
        while true {
          ring.lock(whenCondition: turn)
          ring.unlock(withCondition: (turn + 1) % 3)
        }
      }
    }
    ready()
  }

  /// Ten million events: eight threads in pairs, each of which hands a number to and fro and takes
  /// two locks of its own besides.
  static func tenMillion() {
    let pairs = (0..<4).map { ConditionLock(condition: 0, name: "pair \($0)") }
    let threads = (0..<8).map { number in
      thread(named: "worker \(number)") {
        let pair = pairs[number / 2]
        let outer = ConditionLock(condition: 0, name: "outer \(number)")
        let inner = ConditionLock(condition: 0, name: "inner \(number)")
        // Six events a round, and seven where the number is waited for.
        for _ in 0..<10_000_000 / 8 / 6 + 1 {
          outer.lock()
          inner.withLock {}
          outer.unlock()
          pair.lock(whenCondition: number % 2)
          pair.unlock(withCondition: 1 - number % 2)
        }
      }
    }
    for thread in threads { thread.join() }
    say("done")
  }

  /// Threads that hold three locks for some milliseconds each, one much longer than the others.
  static func contended() {
    let locks = ["cache", "log", "pool"].map { ConditionLock(condition: 0, name: $0) }
    let slow = Int.random(in: 0..<locks.count)
    let threads = (0..<3).map { number in
      thread(named: "worker \(number)") {
        for turn in 0..<9 {
          let lock = locks[turn % locks.count]
          _ = lock.withLock { usleep(turn % locks.count == slow ? 5000 : 500) }
        }
      }
    }
    for thread in threads { thread.join() }
    say("done")
    // A lock that has ended has left its name behind.
    withExtendedLifetime(locks) { exit(0) }
  }

  /// A hundred operations, then the end.
  static func busyBriefly() {
    let lock = ConditionLock(condition: 0, name: "brief")
    for _ in 0..<50 { lock.withLock {} }
    say("done")
  }

  /// Threads that take two locks crosswise, one after the other by luck, and a value handed over.
  static func lucky() {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let luck = Barrier(2)
    let one = thread(named: "one") {
      left.lock()
      right.lock()
      right.unlock()
      left.unlock()
      luck.wait()
    }
    let two = thread(named: "two") {
      luck.wait()
      right.lock()
      left.lock()
      left.unlock()
      right.unlock()
    }
    one.join()
    two.join()
    say("done")
  }

  /// A parent and its child that use a lock each, and end.
  static func forkBriefly() {
    let lock = ConditionLock(condition: 0, name: "parent's")
    lock.withLock {}
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    let child = Forking.fork()
    if child == 0 {
      let own = ConditionLock(condition: 0, name: "child's")
      own.withLock {}
      own.lock()
      _ = write(ends[1], "!", 1)
      own.lock()  // hangs; the parent ends it
    }
    var byte: UInt8 = 0
    precondition(read(ends[0], &byte, 1) == 1)
    awaitSleep(of: child)
    kill(child, SIGKILL)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    lock.withLock {}
    say("child \(child)")
  }

  /// Waits until a process's first thread sleeps: having said that it is about to wait, it does.
  private static func awaitSleep(of process: Int32) {
    let limit = Date(timeIntervalSinceNow: 20)
    while Date() < limit {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if status?.split(separator: ")").last?.hasPrefix(" S") == true { return }
      sched_yield()
    }
  }
}
