import CGridlock
import GridlockEvents
import Testing

@testable import GridlockLocks

/// Ids are never reused, and records are.
@Suite("Identity")
struct IdentityTests {
  private static var header: gl_header {
    gl_arena_base()!.assumingMemoryBound(to: gl_header.self).pointee
  }

  @Test("A lock in another's slot has another generation")
  func generations() {
    var seen: Set<LockID> = []
    var indices: Set<UInt32> = []
    for _ in 0..<1_000 {
      let core = LockCore<Recording>(kind: .condition, value: 0)
      #expect(core.id != .none)
      #expect(seen.insert(core.id).inserted)
      indices.insert(core.id.index)
      core.drop()
    }
    // Other suites take slots meanwhile; still most are used again and again.
    #expect(indices.count < 500)
  }

  @Test("Thousands of short threads share few records, each with an id of its own")
  func churn() {
    let lock = ConditionLock(condition: 0)
    lock.lock()
    lock.unlock()
    let ids = Shared<Set<UInt64>>([])
    let before = Self.header.threads_used
    for _ in 0..<500 {
      Worker.all(10) { _ in
        lock.lock()
        let id = gl_self().pointee.id
        ids.change { _ = $0.insert(id) }
        lock.unlock()
      }
    }
    #expect(ids.value.count == 5_000)
    // 128 records of ended threads are kept for reports; other suites run some hundred threads.
    #expect(Self.header.threads_used - before < 1_000)
    print("5,000 threads: \(before) records before, \(Self.header.threads_used) after")
  }

  @Test("A thread that inherits the record of one that ended holding a lock does not hold it")
  func inheritedHold() {
    let lock = ConditionLock(condition: 0)
    let holder = Worker.once {
      lock.lock()
      return gl_self().pointee.id
    }
    for _ in 0..<400 {
      Worker {
        #expect(
          ThreadID(rawValue: gl_self_recorded().pointee.id).index
            != ThreadID(rawValue: holder).index)
      }.join()
    }
    #expect(!lock.try())
    lock.unlock()
  }
}
