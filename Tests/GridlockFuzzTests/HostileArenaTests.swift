import CGridlock
import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockFuzzing
import GridlockReporting
import Testing

/// Arenas made to crash a reader, or to keep it busy for ever.
@Suite("Hostile arenas", .timeLimit(.minutes(10)))
struct HostileArenaTests {
  /// Changes a small arena and reads it.
  private func read<Result>(
    _ change: (UnsafeMutableRawPointer) -> Void, _ body: (Arena?) throws -> Result
  ) rethrows -> Result {
    let image = ArenaImage.small()
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: image.count, alignment: 64)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: image)
    change(bytes.baseAddress!)
    return try body(Arena(base: bytes.baseAddress!, size: UInt64(image.count)))
  }

  private func header(_ base: UnsafeMutableRawPointer) -> UnsafeMutablePointer<gl_header> {
    base.assumingMemoryBound(to: gl_header.self)
  }

  @Test("Rings whose size overflows are refused")
  func hugeRings() {
    read {
      header($0).pointee.ring_slots = 1 << 31
      header($0).pointee.ring_capacity = .max
    } _: {
      #expect($0 == nil)
    }
  }

  @Test("Counters that overflow when added up count as the most there is")
  func hugeCounters() {
    read {
      for index in UInt32(1)...2 {
        gl_arena_record($0, index).pointee.lost = .max
        gl_arena_record($0, index).pointee.head = .max
      }
    } _: {
      #expect($0?.losses.events == .max)
      #expect($0?.eventCount == .max)
    }
  }

  @Test("Threads that share a ring do not multiply its events")
  func sharedRing() {
    read {
      gl_arena_record($0, 2).pointee.ring = 1
    } _: {
      #expect($0?.events().count == 2)
    }
  }

  @Test("A wait published after its limit came is no wait without limit")
  func lateLimit() {
    for (deadline, isLimited) in [(0, false), (1, true), (99, true), (101, true)] {
      read {
        gl_arena_record($0, 2).pointee.wait_since = 100
        gl_arena_record($0, 2).pointee.wait_deadline = UInt64(deadline)
      } _: {
        let wait = $0?.systemState(at: 200).threads[ThreadID(rawValue: 1 << 32 | 2)]?.wait
        #expect(wait?.isUntimed == !isLimited)
      }
    }
  }

  @Test("Offsets changed after the check are not followed")
  func movedOffsets() {
    read { _ in
    } _: { arena in
      guard let arena else { return }
      let before = arena.systemState(at: 5)
      let live = header(arena.base)
      live.pointee.threads = .max - 63
      live.pointee.slots = .max - 63
      live.pointee.values = .max - 63
      live.pointee.rings = .max - 63
      live.pointee.ring_slots = .max
      #expect(Set(arena.systemState(at: 5).locks.keys) == Set(before.locks.keys))
      #expect(arena.events().count == 4)
    }
  }

  @Test("One thread that owns every lock is read in linear time")
  func manyHolds() {
    let count = 200_000
    var image = ArenaImage.small()
    let start = (image.count + 63) / 64 * 64
    image += [UInt8](
      repeating: 0, count: start - image.count + count * MemoryLayout<gl_slot>.stride)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: image.count, alignment: 64)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: image)
    let base = bytes.baseAddress!
    header(base).pointee.slots = UInt64(start)
    header(base).pointee.slot_capacity = UInt32(count)
    header(base).pointee.slots_used = UInt32(count)
    for index in 0..<UInt32(count) {
      let slot = gl_arena_slot(base, index)
      slot.pointee.id = 1 << 32 | UInt64(index)
      slot.pointee.owner = 1 << 32 | 1
      slot.pointee.values = 1
    }
    let state = Arena(base: base, size: UInt64(image.count))?.systemState(at: 5)
    #expect(state?.locks.count == count)
    #expect(state?.threads[ThreadID(rawValue: 1 << 32 | 1)]?.holds.count == count)
    // Four values in all, whoever lists them.
    #expect((state?.locks.values.reduce(0) { $0 + $1.values.count } ?? 0) <= 4)
  }
}
