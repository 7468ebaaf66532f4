internal import CGridlock
internal import Dispatch
internal import Foundation
public import GridlockAnalysis
internal import GridlockEvents
internal import GridlockLocks
internal import Synchronization

extension Detector {
  /// Runs a body on a thread of its own and returns what was found meanwhile.
  ///
  /// Returns when the body has ended, or as soon as a stuck wait of severity error is found that
  /// the body can't outlive; its threads are then left where they are. Findings are those of the
  /// whole process in that time.
  ///
  /// - Parameters:
  ///   - seconds: When to give up on a body that neither ends nor is found stuck.
  ///   - body: What is watched.
  /// - Throws: ``DeadlockFailure`` when nothing was recorded: a build that records nothing, or a
  ///   body in which no Gridlock operation happened. Nothing passes by looking at nothing.
  @available(*, noasync, message: "Blocks the thread until the body has ended")
  public static func collect(
    seconds: Double = 60, _ body: @escaping @Sendable () -> Void
  ) throws -> [Finding] {
    guard isRecording, let detector = LiveDetector.current, let arena = Arena.own else {
      throw DeadlockFailure(findings: [], description: silentMessage)
    }
    let operations = arena.lockEventCount
    try look(detector)
    let first = detector.inbox.withLock { $0.findings.count }
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      ThreadEvents.declarePlain(gl_self_recorded())
      body()
      ended.signal()
    }
    thread.start()
    let limit = DispatchTime.now() + seconds
    while ended.wait(timeout: min(limit, .now() + 0.02)) == .timedOut {
      let found = detector.inbox.withLock { Array($0.findings.dropFirst(first)) }
      if found.contains(where: { $0.isAboutStuckWait && $0.severity == .error }) { return found }
      if DispatchTime.now() >= limit {
        throw DeadlockFailure(
          findings: found,
          description: "Gridlock: the body did not end in \(seconds) seconds.\n" + report())
      }
    }
    guard arena.lockEventCount > operations else {
      throw DeadlockFailure(
        findings: [],
        description:
          "Gridlock: no Gridlock operation happened in the body, so nothing was looked at. "
          + "Are its locks Gridlock's?")
    }
    try look(detector)
    return detector.inbox.withLock { Array($0.findings.dropFirst(first)) + $0.passingNotes }
  }

  /// Has everything looked at: an answer that did not come is no silence.
  private static func look(_ detector: LiveDetector) throws {
    guard detector.checkAndWait(seconds: LiveDetector.answerSeconds) else {
      throw DeadlockFailure(
        findings: [], description: "Gridlock: the watch did not answer in thirty seconds.")
    }
  }

  /// Runs a body and throws when something was found; for XCTest and Swift Testing alike.
  ///
  /// A body that hangs fails at once, with the report as the error's description.
  ///
  /// - Parameters:
  ///   - severity: The least severity that fails.
  ///   - certainty: The least certainty that fails.
  ///   - seconds: When to give up on a body that neither ends nor is found stuck.
  ///   - body: What is watched.
  /// - Throws: ``DeadlockFailure``.
  @available(*, noasync, message: "Blocks the thread until the body has ended")
  public static func assertNoFindings(
    _ severity: Finding.Severity = .warning, certainty: Finding.Certainty = .probable,
    seconds: Double = 60, _ body: @escaping @Sendable () -> Void
  ) throws {
    let found = try collect(seconds: seconds, body).filter {
      $0.severity >= severity && $0.certainty >= certainty
    }
    guard found.isEmpty else {
      throw DeadlockFailure(findings: found, description: report())
    }
  }
}
