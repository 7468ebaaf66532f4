import CGridlock
import Testing

@testable import GridlockLocks

/// The ring of one thread, read by another while it is being written.
@Suite("Ring", .timeLimit(.minutes(10)))
struct RingTests {
  /// A ring with its writer's records, apart from the arena.
  private final class Bench: @unchecked Sendable {
    let thread = UnsafeMutablePointer<gl_thread>.allocate(capacity: 1)
    let record = UnsafeMutablePointer<gl_record>.allocate(capacity: 1)
    let ring: UnsafeMutablePointer<gl_event>
    let slots: Int

    init(slots: Int) {
      self.slots = slots
      ring = .allocate(capacity: slots)
      ring.initialize(repeating: gl_event(), count: slots)
      thread.initialize(to: gl_thread())
      record.initialize(to: gl_record())
      thread.pointee.record = record
      thread.pointee.ring = ring
      thread.pointee.ring_mask = UInt32(slots - 1)
    }

    deinit {
      thread.deallocate()
      record.deallocate()
      ring.deallocate()
    }

    var head: UInt64 { gl_load_acquire(&record.pointee.head) }

    /// Every field of event `number` follows from its number.
    func write(_ number: UInt64) {
      thread.pointee.tag = UInt32(truncatingIfNeeded: number &* 7)
      gl_ring_write(
        thread, UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 3),
        UInt16(truncatingIfNeeded: number), number &* 3, ~number,
        UInt32(truncatingIfNeeded: number &* 5), Int64(number), -Int64(number), number &* 11,
        UInt32(truncatingIfNeeded: number &* 13))
    }

    func read(_ number: UInt64) -> gl_event? {
      var event = gl_event()
      return gl_ring_read(ring, UInt32(slots - 1), number, &event) ? event : nil
    }

    static func isWhole(_ event: gl_event, _ number: UInt64) -> Bool {
      event.number == number + 1 && event.kind == UInt8(truncatingIfNeeded: number)
        && event.operation == UInt8(truncatingIfNeeded: number >> 3)
        && event.flags == UInt16(truncatingIfNeeded: number) && event.time == number &* 3
        && event.lock == ~number && event.sequence == UInt32(truncatingIfNeeded: number &* 5)
        && event.a == Int64(number) && event.b == -Int64(number) && event.task == number &* 11
        && event.stack == UInt32(truncatingIfNeeded: number &* 13)
        && event.tag == UInt32(truncatingIfNeeded: number &* 7)
    }
  }

  @Test("Nothing torn is accepted, and each event is read or lost", arguments: [8, 1024])
  func torn(_ slots: Int) {
    let bench = Bench(slots: slots)
    let total: UInt64 = 1_500_000
    let seen = Shared((whole: 0, torn: 0, lost: 0))
    let reader = Worker {
      var next: UInt64 = 0
      var whole = 0
      var torn = 0
      var lost = 0
      while next < total {
        let head = bench.head
        while next < head {
          if let event = bench.read(next) {
            if Bench.isWhole(event, next) { whole += 1 } else { torn += 1 }
          } else {
            lost += 1
          }
          next += 1
        }
      }
      seen.set((whole, torn, lost))
    }
    for number in 0..<total { bench.write(number) }
    reader.join()
    let (whole, torn, lost) = seen.value
    #expect(torn == 0)
    #expect(whole > 0)
    #expect(whole + lost == Int(total))
    print("ring of \(slots): \(whole) read whole, \(lost) overwritten first, \(torn) torn")
  }

  @Test("At rest, all but the overwritten can be read")
  func exact() {
    let bench = Bench(slots: 16)
    for count in [0, 1, 15, 16, 17, 100] as [UInt64] {
      while bench.head < count { bench.write(bench.head) }
      let readable = (0..<count).filter { bench.read($0) != nil }
      #expect(readable.count == min(16, Int(count)))
      #expect(Int(bench.head) - readable.count == max(0, Int(count) - 16))
      #expect(bench.read(count) == nil)
    }
  }

  @Test("Events of a thread without a ring are counted")
  func noRing() {
    let bench = Bench(slots: 8)
    bench.thread.pointee.ring = nil
    for number in 0..<5 { bench.write(UInt64(number)) }
    #expect(bench.record.pointee.lost == 5)
  }
}
