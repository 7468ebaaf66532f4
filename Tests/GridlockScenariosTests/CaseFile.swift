import Foundation
import GridlockScenarios
import Testing

/// One of the scenario files beside the tests.
struct CaseFile: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String

  var testDescription: String { name }
  /// Whether we wrote it; the others were handed to us.
  var isOwn: Bool { name.hasPrefix("OWN-") }

  static let all: [CaseFile] = {
    let folder = Bundle.module.url(forResource: "Scenarios", withExtension: nil)
    let files =
      folder.flatMap {
        try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
      } ?? []
    return files.filter { $0.pathExtension == "scenario" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .compactMap { file in
        (try? String(contentsOf: file, encoding: .utf8)).map {
          CaseFile(name: file.lastPathComponent, text: $0)
        }
      }
  }()
}
