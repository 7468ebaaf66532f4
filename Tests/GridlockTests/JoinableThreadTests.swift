import Foundation
import Gridlock
import Testing

@Suite struct JoinableThreadTests {
  @Test func aThreadThatEndsAtOnceCanBeStartedAndJoined() {
    for _ in 0..<300 { thread(named: "brief") {}.join() }
  }

  @Test func aThreadHasItsWholeNameInReports() {
    let lock = ConditionLock(condition: 0, name: "gate of the named thread")
    let worker = thread(named: "a name past the kernel's") {
      lock.lock(whenCondition: 1)
      lock.unlock()
    }
    // The report is taken once the thread is seen to wait.
    var report = Detector.report()
    for _ in 0..<1_000 where !report.contains("gate of the named thread") {
      report = Detector.report()
    }
    #expect(report.contains("\"a name past the kernel's\""))
    lock.unlock(withCondition: 1)
    worker.join()
  }
}
