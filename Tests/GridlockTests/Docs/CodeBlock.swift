import Foundation
import Testing

/// A fenced block of a page, with what the page takes as given for it.
struct CodeBlock: CustomTestStringConvertible, Sendable {
  var page: String
  /// Of its first line within the page, from 1.
  var line: Int
  var language: String
  var text: String
  /// Declarations in a comment `<!-- given: ... -->` right before the block, not shown to readers.
  var given: String

  var testDescription: String { "\(page):\(line)" }

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The blocks of all pages, and of the comments in the sources.
  static let all: [CodeBlock] = {
    var paths = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
    paths += files(in: "docs", ending: ".md") + files(in: "Sources", ending: ".md")
    var blocks = paths.flatMap { Self.blocks(in: text(of: $0), of: $0) }
    for path in files(in: "Sources", ending: ".swift") {
      let text = text(of: path)
      guard text.contains("/// ```swift") else { continue }
      let comments = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let line = line.drop { $0 == " " }
        return line.hasPrefix("/// ") ? line.dropFirst(4) : ""
      }
      blocks += Self.blocks(in: comments.joined(separator: "\n"), of: path)
    }
    return blocks
  }()

  private static func files(in folder: String, ending: String) -> [String] {
    let place = root.appendingPathComponent(folder).path
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: place)) ?? []
    return found.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  private static func text(of path: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  static func of(_ language: String) -> [CodeBlock] { all.filter { $0.language == language } }

  static func blocks(in text: String, of page: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: CodeBlock?
    var given = ""
    var isGiven = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if open != nil {
        if line == "```" {
          blocks.append(open!)
          open = nil
          given = ""
        } else {
          open!.text += line + "\n"
        }
      } else if line.hasPrefix("```") {
        open = CodeBlock(
          page: page, line: index + 2, language: String(line.dropFirst(3)), text: "", given: given)
      } else if line.hasPrefix("<!-- given:") {
        given = ""
        isGiven = true
      } else if line == "-->" {
        isGiven = false
      } else if isGiven {
        given += line + "\n"
      } else if !line.isEmpty {
        given = ""
      }
    }
    return blocks
  }
}
