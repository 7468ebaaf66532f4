import Foundation
import Testing

/// What a child process wrote.
struct Told: CustomStringConvertible {
  let text: String

  /// What an exit test wrote; an issue is recorded when the child failed by its own word.
  init(_ result: ExitTest.Result?, at location: SourceLocation = #_sourceLocation) {
    text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    if text.contains("child: ") { Issue.record("\(text)", sourceLocation: location) }
  }

  init(_ text: String) { self.text = text }

  var description: String { text }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The first lines of the findings told, without the words before them.
  var headlines: [String] {
    lines.filter {
      $0.hasPrefix("Gridlock: error:") || $0.hasPrefix("Gridlock: warning:")
        || $0.hasPrefix("Gridlock: note:")
    }.map { String($0.dropFirst("Gridlock: ".count)) }
  }

  /// `error: cycle (probable)` of each finding told.
  var titles: [String] {
    headlines.map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
  }

  /// The place of the innermost call shown after the first line that has `text` and a stack
  /// below it: `File.swift:12`.
  func firstPlace(after text: String) -> String? {
    for (line, next) in zip(lines, lines.dropFirst()) where line.contains(text) {
      let call = next.drop { $0 == " " }
      guard call.hasPrefix("at ") else { continue }
      guard let open = call.lastIndex(of: "("), call.hasSuffix(")") else { return String(call) }
      let place = call[call.index(after: open)...].dropLast()
      return place.split(separator: "/").last.map {
        $0.split(separator: ":").prefix(2).joined(separator: ":")
      }
    }
    return nil
  }

  /// The text with figures that differ from run to run replaced.
  var normalized: String {
    var text = text
    for (pattern, replacement) in [
      (#"tid \d+"#, "tid N"), (#"thread #\d+"#, "thread #N"),
      (#"\d+(\.\d+)? (ns|us|µs|ms|s|min|h)\b"#, "TIME"), (#"0x[0-9a-f]+"#, "0xN"),
      (#"(dump|-USR1) \d+"#, "$1 PID"), (#"-[0-9a-f]{12}\b"#, "-ID"), (#"(?<=\S) {2,}"#, "  "),
      (#"(?m)^ *at .*(_main|\$main\(\)|__libc_start\w*) .*\n"#, ""),
    ] {
      text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    }
    return text
  }
}

/// Places in a test's own source, found by the comment at the end of a line.
struct Source {
  let file: String
  private let lines: [Substring]

  init(_ path: String = #filePath) {
    file = String(path.split(separator: "/").last ?? "")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// `File.swift:12`, of the only line that ends with the comment.
  func place(_ comment: String) -> String {
    let found = lines.indices.filter { lines[$0].hasSuffix("// " + comment) }
    precondition(found.count == 1, "\(comment) marks \(found.count) lines of \(file)")
    return "\(file):\(found[0] + 1)"
  }
}
