import Foundation
import Gridlock
import Synchronization

/// How many rounds of programs have begun.
final class Progress: Sendable {
  private let rounds = Atomic<Int>(0)
  func begin() { rounds.add(1, ordering: .relaxed) }
  var count: Int { rounds.load(ordering: .relaxed) }
}

/// Asks for a report every two milliseconds, and ends a process that makes no progress.
final class Signals: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let thread: Mutex<pthread_t?>
  /// How long a round may take; some hundred milliseconds are usual.
  private static let patience: TimeInterval = 60

  init(watching progress: Progress) {
    thread = Mutex(nil)
    let worker = Worker.start(isKnown: false) { [self] in
      var seen = progress.count
      var since = Date()
      while !isOver.load(ordering: .acquiring) {
        kill(getpid(), SIGUSR1)
        usleep(2_000)
        if progress.count != seen {
          seen = progress.count
          since = Date()
        } else if Date().timeIntervalSince(since) > Self.patience {
          fail("a waiter that could go did not, for a minute", showingReport: true)
        }
      }
    }
    guard case .plain(let started) = worker else { return }
    thread.withLock { $0 = started }
  }

  func stop() {
    isOver.store(true, ordering: .releasing)
    if let started = thread.withLock({ $0 }) { pthread_join(started, nil) }
  }
}
