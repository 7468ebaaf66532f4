internal import Foundation
internal import Gridlock
public import GridlockAnalysis
internal import GridlockEvents
internal import GridlockPlaying
internal import GridlockReporting
internal import GridlockScenarios
public import Testing

/// A trait that fails a test when Gridlock finds something in it; see `Trait.deadlockChecked`.
public struct DeadlockCheck: TestTrait, SuiteTrait, TestScoping {
  /// Suites hand the trait on to each of their tests.
  public let isRecursive = true

  /// The least severity that fails.
  public var severity: Finding.Severity
  /// The least certainty that fails.
  public var certainty: Finding.Certainty
  /// When to give up on a test that does not end.
  public var deadline: Duration
  /// When a wait fails that nobody known can end, though that is not proved.
  public var stall: Duration
  /// What is known, in lines as in a file of suppressions.
  public var allowing: [String]
  /// Whether a test that passed fails for a hang that another schedule of what it did would have.
  public var predicts: Bool
  /// Whether a test may do without any Gridlock lock.
  public var allowsNoOperations: Bool

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !test.isSuite else { return try await function() }
    guard Detector.isRecording else {
      Issue.record(
        "Gridlock records nothing in this build, so the test was not checked for deadlocks. Build for debugging, or with the trait Instrumentation, and do not set GRIDLOCK=off.",
        sourceLocation: test.sourceLocation)
      return try await function()
    }
    let scope = FindingScope(name: test.name, options: options)
    Detector.begin(scope)
    var thrown: (any Error)?
    do {
      try await FindingScope.$current.withValue(scope) { try await function() }
    } catch {
      thrown = error
    }
    let recorded = predicts ? Detector.run(of: scope) : nil
    report(Detector.end(scope), scope, test)
    if let recorded, scope.failures.isEmpty { predict(recorded, test) }
    if let thrown { throw thrown }
  }

  private func predict(_ recorded: Detector.RecordedScope, _ test: Test) {
    var run = RecordedRun(
      events: recorded.events, locks: recorded.state.locks, threads: recorded.state.threads)
    let made = recorded.events.filter { $0.kind == .created }
    let origins = Detector.places(of: Set(made.map(\.stack)))
    for event in made {
      let name = recorded.names[event.lock] ?? ""
      run.places[event.lock] = name.isEmpty ? origins[event.stack] : name
    }
    let predictions = Predictor().predict(run).predictions
    let places = Detector.places(of: Set(predictions.flatMap { $0.steps.map(\.stack) }))
    for prediction in predictions {
      let text = PredictionText(run: run, places: places).text(prediction)
      Issue.record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
    }
  }

  private var options: FindingScope.Options {
    var options = FindingScope.Options()
    options.severity = severity
    options.certainty = certainty
    options.deadline = deadline.wholeNanoseconds
    options.stall = stall.wholeNanoseconds
    options.suppressions = allowing
    return options
  }

  /// Recorded on the test's own task, where issues are attributed rightly.
  private func report(_ failures: [FindingScope.Failure], _ scope: FindingScope, _ test: Test) {
    for failure in failures {
      Issue.record(Comment(rawValue: failure.text), sourceLocation: test.sourceLocation)
    }
    if let first = failures.first {
      Attachment.record(
        TextReport(first.report).text, named: "gridlock.txt", sourceLocation: test.sourceLocation)
      Attachment.record(
        HTMLReport(first.report).text, named: "gridlock.html", sourceLocation: test.sourceLocation)
    } else if !allowsNoOperations, !scope.sawOperations {
      Issue.record(
        "The test used no Gridlock lock, so there was nothing to check. Are its locks Gridlock's? If it is meant so, say .deadlockChecked(allowsNoOperations: true).",
        sourceLocation: test.sourceLocation)
    }
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: UInt64 { UInt64(max(self / .nanoseconds(1), 0)) }
}

extension Trait where Self == DeadlockCheck {
  /// Fails the test as soon as Gridlock finds that it hangs, or misuses a lock.
  ///
  /// What is found belongs to the test that made the locks, also while others run beside it. When
  /// threads are stuck for good, the finding is kept, and the waits for this test's locks are let
  /// through, so that its body ends and the next test can run; what the body does from there on
  /// means nothing. A test that can't be ended so ends the process, ten seconds after its deadline.
  public static var deadlockChecked: Self { .deadlockChecked() }

  /// The same, with options.
  ///
  /// - Parameters:
  ///   - severity: The least severity that fails.
  ///   - certainty: The least certainty that fails.
  ///   - deadline: When to give up on a test that does not end.
  ///   - stall: When a wait fails that nobody known can end, though that is not proved.
  ///   - allowing: What is known, in lines as in a file of suppressions: `order: Cache.*`.
  ///   - predicting: Whether a test that passed fails for a hang that another schedule of what it
  ///     did would have had; see `gridlock predict`.
  ///   - allowsNoOperations: Whether a test may do without any Gridlock lock.
  public static func deadlockChecked(
    failingOn severity: Finding.Severity = .error, certainty: Finding.Certainty = .probable,
    deadline: Duration = .seconds(60), stall: Duration = .seconds(10), allowing: [String] = [],
    predicting: Bool = false, allowsNoOperations: Bool = false
  ) -> Self {
    DeadlockCheck(
      severity: severity, certainty: certainty, deadline: deadline, stall: stall,
      allowing: allowing, predicts: predicting, allowsNoOperations: allowsNoOperations)
  }
}
