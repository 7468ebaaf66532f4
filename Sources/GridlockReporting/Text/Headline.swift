public import GridlockAnalysis
import GridlockEvents

/// The first line of a finding, which stands alone in a log.
public struct Headline: Sendable, Hashable {
  /// `error`, `warning` or `note`.
  public var severity: Finding.Severity
  /// `cycle (certain)`.
  public var title: String
  /// What happened, in one sentence without a full stop.
  public var sentence: String

  public init(_ finding: Finding, in report: Report) {
    self.init(finding, labels: Labels(report))
  }

  init(_ finding: Finding, labels: Labels) {
    severity = finding.severity
    let isPredicted = finding.occurrence == .predicted
    title =
      "\(finding.kind.rawValue) (\(isPredicted ? "predicted, " : "")\(finding.certainty.rawValue))"
    let said = HeadlineSentence(finding: finding, labels: labels).text
    sentence = isPredicted ? "nothing hung this time, but \(said)" : said
  }

  /// The whole line.
  public var text: String { "Gridlock: \(severity.rawValue): \(title): \(sentence)" }
}
