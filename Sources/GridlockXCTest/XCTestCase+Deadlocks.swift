internal import Gridlock
public import XCTest

extension XCTestCase {
  /// Runs a body, and fails the test when Gridlock finds something in it.
  ///
  /// When threads are stuck for good, the waits for the locks that the body made are let through, so
  /// that it ends and the next test can run; what the body does from there on means nothing.
  ///
  /// - Parameters:
  ///   - severity: The least severity that fails.
  ///   - certainty: The least certainty that fails.
  ///   - deadline: When to give up on a body that does not end.
  public func assertNoDeadlocks(
    failingOn severity: Finding.Severity = .error, certainty: Finding.Certainty = .probable,
    deadline: Duration = .seconds(60), file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Void
  ) rethrows {
    guard Detector.isRecording else {
      return XCTFail(
        "Gridlock records nothing in this build, so nothing was checked. Build for debugging, or "
          + "with the trait Instrumentation, and do not set GRIDLOCK=off.", file: file, line: line)
    }
    var options = FindingScope.Options()
    options.severity = severity
    options.certainty = certainty
    options.deadline = UInt64(max(deadline / .nanoseconds(1), 0))
    let scope = FindingScope(name: "\(name), line \(line)", options: options)
    Detector.begin(scope)
    defer {
      let failures = Detector.end(scope)
      for failure in failures { XCTFail(failure.text, file: file, line: line) }
      if failures.isEmpty, !scope.sawOperations {
        XCTFail(
          "The body used no Gridlock lock, so there was nothing to check. Are its locks "
            + "Gridlock's?", file: file, line: line)
      }
    }
    try FindingScope.$current.withValue(scope) { try body() }
  }
}
