import CGridlock
import Foundation
import GridlockEvents
import GridlockLocks
import GridlockReporting
import Synchronization
import Testing

@testable import Gridlock

/// Every event is in a ring or counted as lost, also when a thread's record serves the next thread.
@Suite("Ring account", .serialized, .timeLimit(.minutes(10)))
struct RingAccountTests {
  /// Runs a body on so many threads in turn, each to its end.
  private func inTurn(_ threads: Int, _ body: @escaping @Sendable () -> Void) {
    for _ in 0..<threads {
      let ended = DispatchSemaphore(value: 0)
      let thread = Thread {
        body()
        ended.signal()
      }
      thread.start()
      ended.wait()
    }
  }

  @Test("Events of threads without a ring stay counted when their records are reused")
  func reused() throws {
    _ = Detector.isRecording
    let arena = try #require(Arena.own)
    let before = arena.eventCount
    let lock = LockCore<Recording>(kind: .condition)
    let threads = 400
    inTurn(threads) {
      let me = gl_self_recorded()
      me.pointee.ring = nil
      for _ in 0..<10 {
        _ = lock.acquire(.lock)
        lock.release(.unlock)
      }
    }
    // Twenty events each, whether the record has gone to another thread meanwhile or not.
    #expect(arena.eventCount - before >= UInt64(threads * 20))
    lock.drop()
  }

  @Test("What a full ring has lost is counted to the event")
  func overwritten() throws {
    _ = Detector.isRecording
    let arena = try #require(Arena.own)
    let lock = LockCore<Recording>(kind: .condition)
    let id = lock.id
    let rounds = 5_000
    let thread = Mutex(UInt64(0))
    inTurn(1) {
      for _ in 0..<rounds {
        _ = lock.acquire(.lock)
        lock.release(.unlock)
      }
      thread.withLock { $0 = gl_self_recorded().pointee.id }
    }
    let me = ThreadID(rawValue: thread.withLock { $0 })
    let kept = arena.events().filter { $0.thread == me && $0.lock == id }
    // The last of the thread is its own end.
    #expect(kept.count >= Int(arena.header.ring_slots) - 1)
    // In order, and none left out between the first and the last that are kept.
    let sequences = kept.map(\.sequence)
    #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $1 == $0 + 1 })
    #expect(sequences.last == UInt32(rounds * 2))
    #expect(arena.losses.events >= UInt64(rounds * 2 - Int(arena.header.ring_slots)))
    lock.drop()
  }
}
