import Foundation
import GridlockAnalysis

@testable import GridlockReporting

/// What a report must look like in a format, letter for letter: a file in `Renderings`.
enum Rendering {
  /// With `GRIDLOCK_RENDERINGS` naming a directory, every rendering is written there too: to look
  /// at a change, to copy it over the expected one, or to feed it to other tools.
  static let directory = ProcessInfo.processInfo.environment["GRIDLOCK_RENDERINGS"]

  static func expected(_ name: String) throws -> String {
    let url = Bundle.module.bundleURL.appendingPathComponent("Renderings/\(name)")
    return try String(contentsOf: url, encoding: .utf8)
  }

  static func render(
    _ format: ReportFormat, _ make: () -> (Story, Finding), losses: Losses = Losses(),
    sources: SourceFiles = .none
  ) throws -> String {
    let (story, finding) = make()
    var text = ""
    try format.render(
      story.report([finding], losses: losses),
      options: ReportFormat.Options(text: TextOptions(directory: "/src"), sources: sources)
    ) { text += $0 }
    return text
  }

  static func keep(_ text: String, as name: String) throws {
    guard let directory else { return }
    let url = URL(fileURLWithPath: directory, isDirectory: true).appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
  }
}
