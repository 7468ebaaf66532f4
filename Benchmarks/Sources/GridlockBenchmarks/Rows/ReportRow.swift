import CRivals
import Foundation
import Gridlock

/// From the signal to the last line of the report.
enum ReportRow {
  static func run(_ options: Options) throws -> [Outcome] {
    var samples = Samples()
    prepare(threads: 1000, locks: 10_000)
    for _ in 0..<options.rounds(5, short: 3) { samples.add(try measure()) }
    return [
      Outcome(
        name: options.name, ours: samples.median, unit: "s",
        details: [("ours_low", samples.spread.low), ("ours_high", samples.spread.high)])
    ]
  }

  nonisolated(unsafe) private static var kept: [ConditionLock] = []

  /// Makes threads that wait, each for a value of its own, and locks that were used.
  static func prepare(threads: Int, locks: Int) {
    let lock = ConditionLock(condition: 0)
    for index in 0..<locks {
      let lock = ConditionLock(condition: index)
      lock.lock()
      lock.unlock()
      kept.append(lock)
    }
    Crew.waiters(threads) { lock.lock(whenCondition: 1 + $0) }
  }

  /// Sends the signal and waits for the end of the report, in seconds.
  static func measure() throws -> Double {
    guard let path = ProcessInfo.processInfo.environment["GRIDLOCK_OUTPUT"] else {
      throw Problem("set GRIDLOCK_OUTPUT to a file for the report")
    }
    truncate(path, 0)
    let start = rival_wall()
    kill(getpid(), SIGUSR1)
    while !endsReport(path) {
      usleep(2000)
      if rival_wall() - start > 60_000_000_000 { throw Problem("no report in a minute") }
    }
    return Double(rival_wall() - start) / 1e9
  }

  private static func endsReport(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(),
      (try? file.seek(toOffset: size > 400 ? size - 400 : 0)) != nil,
      let tail = try? file.readToEnd()
    else { return false }
    return String(decoding: tail, as: UTF8.self).contains("End of Gridlock's report")
  }
}
