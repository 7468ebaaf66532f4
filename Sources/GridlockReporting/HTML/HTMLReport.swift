import Foundation
import GridlockAnalysis

/// Writes one page that needs nothing but itself: summary, graph, timeline, locks, findings.
///
/// All that comes from the program is data in a script element of type JSON, escaped so that no
/// name ends it, and reaches the page as text only. A content policy lets the page's own script and
/// style through and nothing else. Without scripts the page is the text report.
public struct HTMLReport: Sendable {
  public let report: Report
  private let sources: SourceFiles
  private let directory: String?

  /// - Parameters:
  ///   - report: What the page shows.
  ///   - sources: Where lines of source are looked up.
  ///   - directory: Paths inside it are shown from there on.
  public init(_ report: Report, sources: SourceFiles = .none, directory: String? = nil) {
    self.report = report
    self.sources = sources
    self.directory = directory
  }

  /// - Parameter write: Called with pieces of the text, in order.
  public func write(to write: (String) -> Void) {
    let script = HTMLPage.script
    let style = HTMLPage.style
    let policy =
      "default-src 'none'; script-src '\(Self.source(script))'; style-src '\(Self.source(style))'; "
      + "base-uri 'none'; form-action 'none'"
    write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(Self.escaped(title))</title>
      <style>\(style)</style>
      </head>

      """)
    write(HTMLPage.body)
    write("<noscript><pre>\n")
    TextReport(report, options: TextOptions(directory: directory)).write { write(Self.escaped($0)) }
    write("</pre></noscript>\n<script type=\"application/json\" id=\"data\">")
    write(PageData(report, sources: sources, directory: directory, title: title).value.compact)
    write("</script>\n<script>\(script)</script>\n</body>\n</html>\n")
  }

  /// All of it as one string.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  private var title: String {
    let name = report.process.executable.split(separator: "/").last.map(String.init) ?? ""
    return "Gridlock report" + (name.isEmpty ? "" : " on \(Escape.text(name))")
  }

  /// As the content policy names a script or style.
  static func source(_ text: String) -> String {
    "sha256-" + Data(SHA256.hash(Array(text.utf8))).base64EncodedString()
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
