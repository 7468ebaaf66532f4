public import GridlockAnalysis
import GridlockEvents

/// Renders findings and whole reports for people to read.
public struct TextReport: Sendable {
  public let report: Report
  public let options: TextOptions
  let labels: Labels

  public init(_ report: Report, options: TextOptions = TextOptions()) {
    self.report = report
    self.options = options
    labels = Labels(report)
  }

  /// Writes one finding: a first line that stands alone, then the whole story.
  ///
  /// - Parameters:
  ///   - finding: One of the report's.
  ///   - write: Called with whole lines, each ending in a line feed.
  public func write(_ finding: Finding, to write: (String) -> Void) {
    var lines = Lines(options: options)
    render(finding, into: &lines)
    renderLosses(into: &lines)
    lines.write(to: write)
  }

  /// Writes everything: findings, all threads and the locks in use.
  ///
  /// - Parameter write: Called with whole lines, each ending in a line feed.
  public func write(to write: (String) -> Void) {
    var lines = Lines(options: options)
    renderAll(into: &lines)
    lines.write(to: write)
  }

  /// One finding as one string.
  public func text(of finding: Finding) -> String {
    var text = ""
    write(finding) { text += $0 }
    return text
  }

  /// Everything as one string.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }
}
