public import Foundation
internal import Gridlock
public import XCTest

/// Checks every test of a bundle: what Gridlock finds fails the test that made the locks.
///
/// Add one before the tests run, in the class that the bundle's tests share or in its principal
/// class: `XCTestObservationCenter.shared.addTestObserver(DeadlockObserver())`. A test that hangs is
/// let through, as with the trait for Swift Testing. XCTest runs one test at a time in a process,
/// and findings about locks that were made before belong to the test that runs.
public final class DeadlockObserver: NSObject, XCTestObservation {
  private let severity: Finding.Severity
  private let certainty: Finding.Certainty
  private let deadline: Duration
  private var scope: FindingScope?

  /// - Parameters:
  ///   - severity: The least severity that fails.
  ///   - certainty: The least certainty that fails.
  ///   - deadline: When to give up on a test that does not end.
  public init(
    failingOn severity: Finding.Severity = .error, certainty: Finding.Certainty = .probable,
    deadline: Duration = .seconds(60)
  ) {
    self.severity = severity
    self.certainty = certainty
    self.deadline = deadline
  }

  public func testCaseWillStart(_ testCase: XCTestCase) {
    guard Detector.isRecording else { return }
    var options = FindingScope.Options()
    options.severity = severity
    options.certainty = certainty
    options.deadline = UInt64(max(deadline / .nanoseconds(1), 0))
    let begun = FindingScope(name: testCase.name, options: options)
    scope = begun
    FindingScope.ambient = begun
    Detector.begin(begun)
    // While the test still counts as running, so that its failure counts.
    testCase.addTeardownBlock { [self] in finish(testCase) }
  }

  private func finish(_ testCase: XCTestCase) {
    guard let begun = scope else { return }
    scope = nil
    FindingScope.ambient = nil
    for failure in Detector.end(begun) {
      testCase.recordFailure(
        withDescription: failure.text, inFile: #filePath, atLine: Int(#line), expected: true)
    }
  }
}
