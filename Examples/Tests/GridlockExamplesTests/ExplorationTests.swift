import GridlockTesting
import Testing

@testable import GridlockExamples

/// Each example under many schedules: the correct one fails in none, the broken one in some.
@Suite(.serialized) struct ExplorationTests {
  @Test(arguments: Example.all)
  func `the correct example has no schedule that fails`(example: Example) throws {
    try Talk.$isOn.withValue(false) {
      try explore { _ in example.run(broken: false) }
    }
  }

  @Test(arguments: Example.all)
  func `the broken example fails in one of a thousand schedules`(example: Example) throws {
    let failure = #expect(throws: ExplorationFailure.self) {
      try Talk.$isOn.withValue(false) {
        try explore { _ in example.run(broken: true) }
      }
    }
    #expect(failure?.findings.isEmpty == false)
  }
}

struct Example: CustomTestStringConvertible, Sendable {
  var name: String

  var testDescription: String { name }

  static let all = Examples.all.map { Example(name: $0.name) }

  func run(broken: Bool) { Examples.all.first { $0.name == name }?.run(broken) }
}
