import GridlockAnalysis
import GridlockEvents
import Testing

@testable import Gridlock

@Suite("A finding in a second look")
struct ValidityTests {
  private static let lock = LockID(rawValue: 1 << 32)

  private static func thread(_ number: UInt64, waits: Bool) -> ThreadState {
    let id = ThreadID(rawValue: 1 << 32 | number)
    let wait = Wait(target: .lock(lock), operation: .lockWhen, wanted: 1, mark: Mark(thread: id))
    return ThreadState(id: id, wait: waits ? wait : nil)
  }

  private static func state(_ threads: ThreadState...) -> SystemState {
    var state = SystemState(
      locks: [lock: LockState(id: lock, kind: .condition)], isClosedWorld: true)
    for thread in threads { state.threads[thread.id] = thread }
    return state
  }

  @Test("falls when a thread that the first look missed can move")
  func missedThread() throws {
    let first = Self.state(Self.thread(1, waits: true))
    let found = try #require(StuckDetector.findings(in: first).first)
    #expect(found.certainty == .certain)
    #expect(found.stillHolds(from: first, in: first))
    let second = Self.state(Self.thread(1, waits: true), Self.thread(2, waits: false))
    #expect(!found.stillHolds(from: first, in: second))
    let late = Self.state(Self.thread(1, waits: true), Self.thread(2, waits: true))
    #expect(!found.stillHolds(from: first, in: late))
  }
}
