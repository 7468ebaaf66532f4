import GridlockTesting
import Testing

@testable import GridlockExamples

/// The correct examples as they run by themselves, each checked: a hang would fail the test at once,
/// with its report, and the next would run.
@Suite(.deadlockChecked) struct DeadlockCheckedTests {
  @Test(arguments: Example.all)
  func `the correct example passes`(example: Example) {
    Talk.$isOn.withValue(false) { example.run(broken: false) }
  }
}
