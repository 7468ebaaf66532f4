import CGridlock
import Foundation
import GridlockEvents
import Testing

@testable import GridlockLocks

/// Which stack an event gets, and what is kept of the walks that found it.
@Suite("Stacks")
struct StackTests {
  @Test("One place that lets go has one stack, whoever waits and whatever it sets")
  func onePlace() throws {
    let core = LockCore<Recording>(kind: .condition, value: 0)
    defer { core.drop() }
    let slot = try #require(core.core.pointee.slot)
    var waiter: Worker?
    var stacks: Set<UInt32> = []
    // New, again the same, both with somebody waiting, and with transitions declared.
    for value in [1, 1, 2, 2, 3] {
      _ = core.acquire(.lock)
      if value == 2, waiter == nil {
        waiter = Worker { _ = core.acquire(.lockWhen, names: true, wanted: 42) }
        while gl_core_word(core.core) & UInt64(GL_WAITERS) == 0 { sched_yield() }
      }
      if value == 3 { gl_slot_set_flag(slot, UInt8(GL_TRANSITIONS_DECLARED)) }
      core.release(.unlockWith, sets: true, value: value)
      stacks.insert(gl_load32(&slot.pointee.released.stack))
    }
    #expect(stacks.count == 1 && !stacks.contains(0))
    _ = core.acquire(.lock)
    core.release(.unlockWith, sets: true, value: 42)
    waiter?.join()
  }

  /// A stack of four frames, made up, whose walk has its places in the set asked for.
  private struct Frames {
    let words: UnsafeMutablePointer<UInt64>
    static let count = 32

    init(number: UInt64, set: UInt64) {
      words = .allocate(capacity: Self.count)
      words.initialize(repeating: 0, count: Self.count)
      let start = UInt64(UInt(bitPattern: words))
      for frame in 0..<4 {
        words[8 * frame] = frame < 3 ? start + 64 * UInt64(frame + 1) : 0
        words[8 * frame + 1] = 0x10000 * (number + 1) + 256 * UInt64(frame)
      }
      words[1] += ((start >> 5) ^ (words[1] >> 2) ^ set) % 16 << 2
    }
  }

  @Test("Walks of one set keep their places while they take turns; so do those of its neighbour")
  func places() throws {
    let base = try #require(gl_arena_base() ?? gl_arena_start())
    let thread = UnsafeMutablePointer<gl_thread>.allocate(capacity: 1)
    thread.initialize(to: gl_thread())
    thread.pointee.stack_high = .max
    // In turns, and across the two sets.
    let stacks = [4, 5, 4, 5].enumerated().map { Frames(number: UInt64($0), set: $1) }
    defer {
      for stack in stacks { stack.words.deallocate() }
      thread.deallocate()
    }
    let header = base.assumingMemoryBound(to: gl_header.self)
    let ids = stacks.map { gl_stack_walked(header, thread, $0.words) }
    #expect(Set(ids).count == 4 && !ids.contains(0))
    let turns = thread.pointee.walk_turns
    for _ in 0..<3 {
      #expect(stacks.map { gl_stack_walked(header, thread, $0.words) } == ids)
    }
    // Nothing was walked anew.
    #expect(thread.pointee.walk_turns == turns)
    // A frame that changed is seen.
    stacks[0].words[9] += 4096
    #expect(gl_stack_walked(header, thread, stacks[0].words) != ids[0])
  }
}
