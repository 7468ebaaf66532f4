import CRivals
import Foundation
import Gridlock

/// Memory that recording keeps resident.
enum MemoryRows {
  static func run(_ options: Options) throws -> [Outcome] {
    switch options.name {
    case "memory.threads": return [threads(options)]
    case "memory.locks": return [locks(options)]
    default: throw Problem("no row \(options.name)")
    }
  }

  /// Idle threads that have used a lock, less what idle threads cost anyhow.
  private static func threads(_ options: Options) -> Outcome {
    let count = 1000
    let lock = ConditionLock(condition: 0)
    lock.lock()
    lock.unlock()
    Thread.sleep(forTimeInterval: 1)
    let start = rival_resident()
    Crew.waiters(count) { _ in pause() }
    let bare = rival_resident()
    Crew.waiters(count) { _ in
      lock.lock()
      lock.unlock()
      pause()
    }
    let recording = rival_resident()
    let bareEach = Double(bare - start) / Double(count) / 1024
    let each = Double(recording - bare) / Double(count) / 1024
    return Outcome(
      name: options.name, ours: each - bareEach, unit: "KiB",
      details: [("with_thread", each), ("bare_thread", bareEach)])
  }

  private static func pause() { while true { sleep(1000) } }

  private static func locks(_ options: Options) -> Outcome {
    let count = 10_000
    var locks = [ConditionLock(condition: 0)]
    locks.reserveCapacity(count + 1)
    let use = { (lock: ConditionLock) in
      lock.lock()
      lock.unlock()
    }
    use(locks[0])
    // The detector starts with the first lock, on a thread of its own.
    Thread.sleep(forTimeInterval: 1)
    let before = rival_resident()
    for index in 0..<count {
      locks.append(ConditionLock(condition: index))
      use(locks[index + 1])
    }
    let after = rival_resident()
    withExtendedLifetime(locks) {}
    return Outcome(
      name: options.name, ours: Double(after - before) / Double(count), unit: "bytes")
  }
}
