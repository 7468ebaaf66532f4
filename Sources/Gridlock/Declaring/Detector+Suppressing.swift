internal import CGridlock
internal import Dispatch
internal import GridlockReporting
internal import Synchronization

extension Detector {
  /// Takes findings out of printing, reports and tests, from here on.
  ///
  /// Each line is `kind: pattern`, as in a file of suppressions: the pattern, with `*` for any run
  /// of characters, covers the whole of a function, file, `file:line`, lock's name, thread's name or
  /// finding's id; `a && b` asks for both, as for a pair of locks.
  ///
  /// - Returns: One sentence for each line that can't be understood; the others count.
  @discardableResult
  public static func suppress(_ lines: String, origin: String = "suppress()") -> [String] {
    _ = gl_arena_start()
    guard let detector = LiveDetector.current else { return [] }
    return detector.suppressions.withLock { $0.addSuppressions(lines, file: origin) }
      .map(\.description)
  }

  /// The same with the lines of a file.
  @discardableResult
  public static func suppress(contentsOfFile path: String) -> [String] {
    _ = gl_arena_start()
    return LiveDetector.current?.readSuppressions(path) ?? []
  }

  /// Takes out the findings whose ids a file lists, as ``baseline()`` writes them.
  ///
  /// - Returns: One sentence for each line that can't be understood; the others count.
  @discardableResult
  public static func accept(baseline path: String) -> [String] {
    _ = gl_arena_start()
    return LiveDetector.current?.readBaseline(path) ?? []
  }

  /// The lines of suppressions that matched nothing so far, as `file:line: text`.
  public static var unusedSuppressions: [String] {
    LiveDetector.current?.suppressions.withLock { $0.unused } ?? []
  }

  /// The ids of all findings but notes, one a line: the contents of a file for `GRIDLOCK_BASELINE`.
  ///
  /// Blocks until the watch has looked, thirty seconds at most.
  public static func baseline() -> String {
    guard isRecording, let detector = LiveDetector.current else { return "" }
    let box = ReportBox()
    let done = DispatchSemaphore(value: 0)
    detector.inbox.withLock { $0.requests.append(.baseline(box, done)) }
    gl_watch_post()
    guard done.wait(timeout: .now() + LiveDetector.answerSeconds) == .success else { return "" }
    return box.text.withLock { $0 }
  }

  /// Writes ``baseline()`` where reports go.
  static func writeBaseline() {
    let path = LiveDetector.current?.inbox.withLock { $0.settings.outputPath }
    ReportOutput.write(baseline(), to: path ?? nil)
  }
}
