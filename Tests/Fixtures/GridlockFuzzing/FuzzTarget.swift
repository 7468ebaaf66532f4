import GridlockScenarios

/// What is fuzzed: each takes any bytes at all, and must neither trap nor run away.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case arena
  case recording
  case rendering
  case scenario
  case suppression

  public func run(_ bytes: UnsafeRawBufferPointer) {
    switch self {
    case .arena: ArenaTarget.run(bytes)
    case .recording: RecordingTarget.run(bytes)
    case .rendering: RenderingTarget.run(bytes)
    case .suppression: SuppressionTarget.run(bytes)
    case .scenario: Self.parse(bytes)
    }
  }

  /// Whatever is read is read again the same from what is printed of it.
  private static func parse(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let scenario = try? ScenarioParser.parse(text) else { return }
    guard let again = try? ScenarioParser.parse(scenario.description) else {
      fatalError("what was printed can't be read:\n\(scenario.description)")
    }
    guard again.description == scenario.description else {
      fatalError("printed otherwise the second time:\n\(again.description)")
    }
  }
}
