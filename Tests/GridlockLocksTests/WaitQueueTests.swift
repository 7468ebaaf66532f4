import CGridlock
import Testing

@testable import GridlockLocks

/// The queue of waiters against a plain array.
@Suite("Wait queue")
struct WaitQueueTests {
  /// A lock with threads that exist only as records.
  private final class Bench {
    let core = gl_core_make(0)
    let threads: UnsafeMutableBufferPointer<gl_thread>
    /// Those queued, in order of arrival.
    var queued: [Entry] = []
    /// Those not queued.
    var idle: [Waiter]

    struct Entry {
      var waiter: Waiter
      var names: Bool
      var wanted: Int
    }

    var queue: WaitQueue { WaitQueue(core: core) }

    init(threads count: Int) {
      let threads = UnsafeMutableBufferPointer<gl_thread>.allocate(capacity: count)
      threads.initialize(repeating: gl_thread())
      idle = threads.indices.map { threads.baseAddress! + $0 }
      self.threads = threads
    }

    deinit {
      threads.deallocate()
      gl_core_drop(core)
    }

    func enqueue(names: Bool, wanted: Int) {
      let waiter = idle.removeLast()
      queue.enqueue(waiter, names: names, wanted: wanted)
      queued.append(Entry(waiter: waiter, names: names, wanted: wanted))
    }

    func remove(at index: Int) {
      let entry = queued.remove(at: index)
      queue.remove(entry.waiter)
      idle.append(entry.waiter)
    }

    /// What an array scan finds.
    func firstAble() -> Waiter? {
      let value = Int(core.pointee.value)
      return queued.first { !$0.names || $0.wanted == value }?.waiter
    }

    /// The depth of the tree; records an issue for each broken rule.
    @discardableResult
    func checkInvariants(_ note: Comment) -> Int {
      var count = 0
      var depth = 0
      var stack: [(Waiter, UInt64, Int)] = core.pointee.tree.map { [($0, 0, 0)] } ?? []
      #expect(core.pointee.tree?.pointee.parent == nil, note)
      while let (head, prefix, bits) = stack.popLast() {
        depth = max(depth, bits + 1)
        // The first bits of the key are the way from the root.
        #expect(bits == 0 || head.pointee.key >> UInt64(64 - bits) == prefix, note)
        count += checkList(head, end: head.pointee.previous, note)
        for (bit, child) in [(UInt64(0), head.pointee.child.0), (1, head.pointee.child.1)] {
          guard let child else { continue }
          #expect(child.pointee.parent == head, note)
          stack.append((child, prefix << 1 | bit, bits + 1))
        }
      }
      if let first = core.pointee.first {
        #expect(first.pointee.previous == nil, note)
        count += checkList(first, end: core.pointee.last, note)
      } else {
        #expect(core.pointee.last == nil, note)
      }
      #expect(count == queued.count, note)
      #expect(Int(core.pointee.waiters) == queued.count, note)
      return depth
    }

    private func checkList(_ head: Waiter, end: Waiter?, _ note: Comment) -> Int {
      var count = 1
      var here = head
      while let next = here.pointee.next {
        #expect(next.pointee.previous == here, note)
        #expect(head.pointee.names_value == 0 || next.pointee.key == head.pointee.key, note)
        #expect(next.pointee.names_value == head.pointee.names_value, note)
        #expect(next.pointee.ticket > here.pointee.ticket, note)
        here = next
        count += 1
      }
      #expect(here == end, note)
      return count
    }
  }

  /// Where the values of one run come from.
  enum Values: CaseIterable {
    case few, extremes, negative, thousands, powersOfTwo

    func next(_ random: inout SeededGenerator) -> Int {
      switch self {
      case .few: Int.random(in: 0..<4, using: &random)
      case .extremes:
        [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max].randomElement(using: &random)!
      case .negative: -Int.random(in: 0..<50, using: &random)
      case .thousands: Int.random(in: 0..<5_000, using: &random)
      case .powersOfTwo: 1 << Int.random(in: 0..<64, using: &random)
      }
    }
  }

  @Test("Random changes agree with an array", arguments: Values.allCases, [UInt64(1), 2])
  func random(_ values: Values, _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bench = Bench(threads: 300)
    for step in 0..<15_000 {
      // Grows and shrinks in turn, so that it is often empty and often full.
      let grows = (step / 700).isMultiple(of: 2)
      let adds = grows ? !random.oneIn(4) : random.oneIn(4)
      if adds, !bench.idle.isEmpty {
        let names = !random.oneIn(8)
        bench.enqueue(names: names, wanted: values.next(&random))
      } else if !bench.queued.isEmpty {
        bench.remove(at: Int.random(in: 0..<bench.queued.count, using: &random))
      }
      bench.core.pointee.value = Int64(values.next(&random))
      guard bench.queue.firstAble() == bench.firstAble() else {
        Issue.record("step \(step) of seed \(seed), \(values): another first")
        return
      }
      if step.isMultiple(of: 250) { bench.checkInvariants("step \(step), seed \(seed), \(values)") }
    }
    while !bench.queued.isEmpty { bench.remove(at: bench.queued.count - 1) }
    bench.checkInvariants("emptied")
  }

  @Test("Thousands of values stay within a shallow tree")
  func shallow() {
    for stride in [1, -1, 1 << 20, 1 << 52] {
      let bench = Bench(threads: 4_000)
      for index in 0..<4_000 { bench.enqueue(names: true, wanted: index &* stride) }
      #expect(bench.checkInvariants("stride \(stride)") < 40)
      var random = SeededGenerator(seed: 3)
      while bench.queued.count > 2_000 {
        bench.remove(at: Int.random(in: 0..<bench.queued.count, using: &random))
      }
      bench.checkInvariants("half, stride \(stride)")
      for entry in bench.queued.prefix(200) {
        bench.core.pointee.value = Int64(entry.wanted)
        #expect(bench.queue.firstAble() == entry.waiter)
      }
    }
  }

  @Test("Waiters for one value go in order of arrival, whoever leaves")
  func order() {
    let bench = Bench(threads: 6)
    for _ in 0..<6 { bench.enqueue(names: true, wanted: -5) }
    bench.core.pointee.value = -5
    for index in [5, 2, 0, 1, 0, 0] {
      #expect(bench.queue.firstAble() == bench.firstAble())
      bench.remove(at: index)
      bench.checkInvariants("removed \(index)")
    }
    #expect(bench.queue.firstAble() == nil)
    #expect(bench.core.pointee.tree == nil)
  }

  @Test("A waiter that names no value goes before a later one that does, and after an earlier one")
  func mixed() {
    let bench = Bench(threads: 3)
    bench.core.pointee.value = 1
    bench.enqueue(names: true, wanted: 1)
    bench.enqueue(names: false, wanted: 0)
    bench.enqueue(names: true, wanted: 1)
    while !bench.queued.isEmpty {
      #expect(bench.queue.firstAble() == bench.queued[0].waiter)
      bench.remove(at: 0)
    }
  }

  @Test("Who leaves is no longer chosen")
  func chosen() {
    let bench = Bench(threads: 1)
    bench.enqueue(names: true, wanted: 1)
    bench.core.pointee.chosen = bench.queued[0].waiter
    bench.remove(at: 0)
    #expect(bench.core.pointee.chosen == nil)
  }
}
