import Foundation
import Synchronization

/// Tells the schedule that ran when the process is ended by a trap.
///
/// A trap can't be outlived: what fails is the process, an exit test's say. Handlers are set only
/// for signals that have their default action, and only while an exploration runs; one writes a line
/// to standard error, from memory set aside before, and lets the signal take its course.
enum TrapNotice {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
  private static let most = 1 << 16
  /// The parties of the schedule so far, a byte each; and the beginning of the line.
  private nonisolated(unsafe) static let parties = UnsafeMutablePointer<UInt8>.allocate(
    capacity: most)
  private nonisolated(unsafe) static let line = UnsafeMutablePointer<UInt8>.allocate(
    capacity: 4 * most)
  private nonisolated(unsafe) static var count = 0
  private nonisolated(unsafe) static var prefixCount = 0
  private nonisolated(unsafe) static var replaced: [Int32] = []

  private static let isTaken = Atomic<Bool>(false)

  /// Sets the handlers. False where another exploration runs: only the first is told of.
  static func begin(site: String) -> Bool {
    // Acquire and release: pair with those of the exploration before.
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    let prefix = "Gridlock: the schedule that ran: GRIDLOCK_SCHEDULE='\(site)@"
    prefixCount = 0
    for byte in prefix.utf8.prefix(most) {
      line[prefixCount] = byte
      prefixCount += 1
    }
    count = 0
    for number in signals {
      var present = sigaction()
      guard sigaction(number, nil, &present) == 0, present.isDefault else { continue }
      signal(number, tell)
      replaced.append(number)
    }
    return true
  }

  /// Takes them away.
  static func end() {
    for number in replaced { signal(number, SIG_DFL) }
    replaced = []
    isTaken.store(false, ordering: .releasing)
  }

  static func restart() { count = 0 }

  /// Notes a step; whoever has the turn calls it.
  static func note(_ party: Int) {
    guard count < most else { return }
    parties[count] = UInt8(truncatingIfNeeded: party)
    count += 1
  }

  /// Async-signal-safe: no memory is asked for.
  private static let tell: @convention(c) (Int32) -> Void = { number in
    var length = TrapNotice.prefixCount
    // The first step, the body's begin, is no choice.
    var index = 1
    while index < TrapNotice.count {
      let party = TrapNotice.parties[index]
      if index > 1 {
        TrapNotice.line[length] = 44
        length += 1
      }
      if party > 9 {
        TrapNotice.line[length] = 48 + party / 10
        length += 1
      }
      TrapNotice.line[length] = 48 + party % 10
      length += 1
      index += 1
    }
    TrapNotice.line[length] = 39
    TrapNotice.line[length + 1] = 10
    _ = write(STDERR_FILENO, TrapNotice.line, length + 2)
    signal(number, SIG_DFL)
    raise(number)
  }
}
