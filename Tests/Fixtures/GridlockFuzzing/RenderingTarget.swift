import Foundation
import GridlockAnalysis
import GridlockReporting

/// Every format, with names of locks, threads, values, functions, files and programs from the bytes.
enum RenderingTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let names = bytes.split(separator: 0xff, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let (report, _) = HostileReport.make(names: names)
    checkPage(report)
    checkText(report)
    for format in [ReportFormat.json, .sarif, .perfetto] {
      let text = render(report, format)
      precondition(
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil,
        "no JSON as \(format):\n\(text)")
    }
    // Quotation marks that are not escaped come in pairs, in each line.
    for line in render(report, .dot).split(separator: "\n") {
      precondition(unescapedQuotes(line).isMultiple(of: 2), "open quotation marks: \(line)")
    }
  }

  /// All tags are the page's own, whatever the names.
  private static func checkPage(_ report: Report) {
    let page = render(report, .html)
    precondition(page.utf8.count { $0 == UInt8(ascii: "<") } == ownTags, "a tag from outside")
    guard let start = page.range(of: "id=\"data\">"),
      let end = page.range(of: "</script>", range: start.upperBound..<page.endIndex)
    else { preconditionFailure("the page has lost its data") }
    let data = page[start.upperBound..<end.lowerBound]
    precondition(
      (try? JSONSerialization.jsonObject(with: Data(data.utf8))) != nil, "no JSON: \(data)")
  }

  private static let ownTags = render(HostileReport.make(names: ["x"]).0, .html).utf8
    .count { $0 == UInt8(ascii: "<") }

  /// No name makes a line of its own, moves the cursor or turns the direction of writing.
  private static func checkText(_ report: Report) {
    for scalar in render(report, .text).unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        preconditionFailure("U+\(String(scalar.value, radix: 16)) reaches the terminal")
      default: break
      }
    }
  }

  private static func render(_ report: Report, _ format: ReportFormat) -> String {
    var text = ""
    do {
      try format.render(report) { text += $0 }
    } catch {
      preconditionFailure("\(format): \(error)")
    }
    return text
  }

  private static func unescapedQuotes(_ line: Substring) -> Int {
    var count = 0
    var isEscaped = false
    for byte in line.utf8 {
      if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return count
  }
}
