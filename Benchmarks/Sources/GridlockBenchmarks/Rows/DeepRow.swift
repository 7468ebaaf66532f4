import CGridlock
import CRivals
import Foundation
import Gridlock
import Synchronization

/// Many distinct deep stacks, against one, from eight threads.
enum DeepRow {
  private static let threads = 8
  private static let frames = 64
  private static let stacks = 10_000

  static func run(_ options: Options) throws -> [Outcome] {
    let lock = (0..<threads).map { ConditionLock(condition: $0) }
    lock[0].lock()
    lock[0].unlock()
    guard let base = gl_arena_base() else { throw Problem("this build records nothing") }
    base.assumingMemoryBound(to: gl_header.self).pointee.frame_limit = UInt32(frames)

    let rounds = options.rounds(15, short: 7)
    let each = stacks / threads
    _ = measure(lock, 1) { _ in 0 }
    let before = rival_resident()
    var ratios = Samples()
    var ours = Samples()
    var theirs = Samples()
    let one: @Sendable (Int) -> Int = { _ in 0 }
    let many: @Sendable (Int) -> Int = { $0 }
    for _ in 0..<3 { _ = measure(lock, each, one) }
    let withOne = rival_resident()
    for _ in 0..<2 { _ = measure(lock, each, many) }
    let withMany = rival_resident()
    for _ in 0..<rounds {
      let our: Double = measure(lock, each, many)
      let their: Double = measure(lock, each, one)
      ours.add(our)
      theirs.add(their)
      ratios.add(our / their)
    }
    if options.name == "deep.time" {
      return [
        Outcome(
          name: options.name, ours: ours.median, theirs: theirs.median,
          rival: "ours with one stack", ratio: ratios.median, unit: "ns",
          details: [("ratio_low", ratios.spread.low), ("ratio_high", ratios.spread.high)])
      ]
    }
    let mebibyte = Double(1 << 20)
    return [
      Outcome(
        name: options.name, ours: Double(withMany) / mebibyte, theirs: Double(withOne) / mebibyte,
        rival: "ours with one stack", ratio: Double(withMany) / Double(withOne), unit: "MiB",
        details: [("before", Double(before) / mebibyte)])
    ]
  }

  /// Processor time by pair, the mean of the threads.
  private static func measure(
    _ locks: [ConditionLock], _ count: Int, _ path: @escaping @Sendable (Int) -> Int
  ) -> Double {
    let times = Crew.together(threads) { index in
      let start = rival_thread_processor()
      for turn in 0..<count {
        fork(frames, path(index * count + turn)) {
          locks[index].lock()
          locks[index].unlock()
        }
      }
      return Double(rival_thread_processor() - start) / Double(count)
    }
    return times.reduce(0, +) / Double(threads)
  }

  /// Goes down one of two ways at each of the inner levels, by the bits of `path`.
  private static func fork(_ levels: Int, _ path: Int, _ body: () -> Void) {
    guard levels > 0 else { return body() }
    let bit = levels <= 20 ? path >> (levels - 1) & 1 : 0
    if bit == 0 { left(levels - 1, path, body) } else { right(levels - 1, path, body) }
  }

  @inline(never)
  private static func left(_ levels: Int, _ path: Int, _ body: () -> Void) {
    fork(levels, path, body)
    rival_nothing()
  }

  @inline(never)
  private static func right(_ levels: Int, _ path: Int, _ body: () -> Void) {
    fork(levels, path, body)
    rival_nothing()
    rival_nothing()
  }
}
