import Foundation
import Gridlock
import GridlockAnalysis

/// What a child process that is made to hang needs. Nothing here may run in the test runner.
enum Child {
  /// How long a child goes on looking before it counts as failed; no success takes so long.
  static let patience: Duration = .seconds(20)

  /// Looks until something of this kind is found, and told where reports go.
  ///
  /// Ends the process, with the word "child:" and a report, when nothing is found.
  @discardableResult
  static func awaitFinding(
    _ kind: Finding.Kind, where matches: (Finding) -> Bool = { _ in true }
  ) -> Finding {
    let limit = ContinuousClock.now + patience
    repeat {
      if let found = Detector.findings().first(where: { $0.kind == kind && matches($0) }) {
        // A whole look more: what was kept has been written, too.
        _ = Detector.findings()
        return found
      }
    } while ContinuousClock.now < limit
    fail("found no \(kind.rawValue)")
  }

  /// Looks until the live state is as described.
  static func awaitState(_ what: String, _ holds: (SystemState) -> Bool) {
    let limit = ContinuousClock.now + patience
    while !holds(Detector.currentState()) {
      guard ContinuousClock.now < limit else { fail("never saw \(what)") }
      sched_yield()
    }
  }

  /// Looks until so many threads wait in Gridlock's locks.
  static func awaitWaits(_ count: Int) {
    awaitState("\(count) waits") { $0.threads.values.count { $0.wait != nil } >= count }
  }

  /// Ends the process unless what was found is no more than notes.
  static func requireSilence() {
    let loud = Detector.findings().filter { $0.severity > .note }
    if !loud.isEmpty { fail("found \(loud.map(\.kind.rawValue))") }
  }

  /// Says that the threads Gridlock knows are all there are, and that this one only looks on.
  static func closeWorld() {
    Detector.markObserver()
    Detector.declareClosedWorld()
  }

  static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  static func fail(_ why: String) -> Never {
    say("child: \(why)\n\(Detector.report())")
    // With a status of its own the test would be shown nothing of what it wrote.
    _exit(0)
  }
}

/// A meeting point that no detector sees.
final class Barrier: @unchecked Sendable {
  private let gate = NSCondition()
  private let count: Int
  private var arrived = 0

  init(_ count: Int) { self.count = count }

  /// Waits until all have arrived; then the next round begins.
  func wait() {
    gate.withLock {
      let goal = (arrived / count + 1) * count
      arrived += 1
      gate.broadcast()
      while arrived < goal { gate.wait() }
    }
  }
}
