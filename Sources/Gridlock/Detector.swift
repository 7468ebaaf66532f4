internal import CGridlock
internal import Dispatch
public import GridlockAnalysis
internal import GridlockEvents
internal import GridlockLocks
internal import Synchronization

/// The detector of this process: what it found, what it sees, and how it behaves.
///
/// - Note: Safe to use from any thread; not from a signal handler. In a build that records nothing
///   there is nothing to find, and each call that would look says so.
public enum Detector {
  /// Whether this build records: debug builds do, and release builds with the `Instrumentation`
  /// trait.
  public static var isRecording: Bool {
    DefaultProbe.self == Recording.self && (gl_arena_start().map { mode(of: $0) != 0 } ?? false)
  }

  private static func mode(of base: UnsafeMutableRawPointer) -> UInt32 {
    base.assumingMemoryBound(to: gl_header.self).pointee.mode
  }

  /// Changes the settings from here on, but for those that are read once at the start.
  public static func configure(_ change: (inout Settings) -> Void) {
    _ = gl_arena_start()
    let policy = LiveDetector.current?.inbox.withLock { inbox in
      change(&inbox.settings)
      return inbox.settings.wakePolicy
    }
    policy?.apply()
  }

  /// Looks now, and returns what was found since the process started, oldest first, with notes on
  /// waits that go on at this moment last.
  ///
  /// Blocks until the watch has looked and written what it found, thirty seconds at most.
  public static func findings() -> [Finding] {
    guard let detector = LiveDetector.current else { return [] }
    detector.checkAndWait(seconds: LiveDetector.answerSeconds)
    return detector.inbox.withLock { $0.findings + $0.passingNotes }
  }

  /// Everything about this process as text: findings, threads, locks.
  ///
  /// Blocks until the watch has rendered it, thirty seconds at most.
  public static func report() -> String {
    guard isRecording, let detector = LiveDetector.current else { return silentMessage + "\n" }
    let box = ReportBox()
    let done = DispatchSemaphore(value: 0)
    detector.inbox.withLock { $0.requests.append(.report(box, done)) }
    gl_watch_post()
    guard done.wait(timeout: .now() + LiveDetector.answerSeconds) == .success else {
      return "Gridlock: the watch did not answer in thirty seconds.\n"
    }
    return box.text.withLock { $0 }
  }

  /// Writes ``report()`` where reports go.
  public static func dump() {
    let path = LiveDetector.current?.inbox.withLock { $0.settings.outputPath }
    ReportOutput.write(report(), to: path ?? nil)
  }

  static let silentMessage =
    "Gridlock: this build records nothing. Build for debugging, or with the trait Instrumentation "
    + "(swift build --traits Instrumentation), and do not set GRIDLOCK=off."
}
