public import GridlockAnalysis
public import GridlockEvents

/// A finding as it is written to JSON.
public struct FindingJSON: Codable, Sendable, Hashable {
  /// One thread's part.
  public struct Participant: Codable, Sendable, Hashable {
    /// `waits`, `holds`, `caused`, `could-help` or `witness`.
    public var role: String
    /// As it is written in Swift: `unlock(withCondition: 2)`.
    public var operation: String
    /// The lock's id, as in `locks`.
    public var lock: UInt64?
    public var value: Int?
    public var from: MarkJSON
  }

  /// The stable id, for suppressions and baselines.
  public var id: String
  public var kind: String
  /// Other kinds that fit.
  public var also: [String]
  /// `actual` or `predicted`.
  public var occurrence: String
  /// `certain`, `probable` or `possible`.
  public var certainty: String
  /// `error`, `warning` or `note`.
  public var severity: String
  /// The first line of the text.
  public var headline: String
  public var advice: String
  public var reasons: [String]
  /// Names of the tagged operations that take part, as `T0.4`, each once, in the story's order.
  public var operations: [String]
  /// Labels of the locks that take part.
  public var locks: [String]
  /// Labels of the threads that take part.
  public var threads: [String]
  /// Labels of the threads stuck behind it.
  public var victims: [String]
  public var participants: [Participant]

  /// - Parameters:
  ///   - finding: What is put into JSON.
  ///   - report: The report it is of.
  ///   - name: Names a tagged operation where the report's own names are not wanted.
  public init(_ finding: Finding, in report: Report, name: ((SiteTag) -> String?)? = nil) {
    self.init(finding, labels: Labels(report), name: name)
  }

  init(_ finding: Finding, labels: Labels, name: ((SiteTag) -> String?)? = nil) {
    let report = labels.report
    let nameOf: (SiteTag) -> String? = name ?? { report.name(of: $0) }
    id = finding.fingerprint(in: report)
    kind = finding.kind.rawValue
    also = finding.also.map(\.rawValue)
    occurrence = finding.occurrence.rawValue
    certainty = finding.certainty.rawValue
    severity = finding.severity.rawValue
    headline = Headline(finding, labels: labels).text
    advice = finding.kind.advice
    reasons = finding.reasons
    let parts = finding.participants
    operations = FindingJSON.unique(
      parts.compactMap { $0.mark.tag == .none ? nil : nameOf($0.mark.tag) })
    locks = FindingJSON.unique(parts.compactMap(\.lock)).map(labels.lock)
    threads = FindingJSON.unique(parts.map(\.mark.thread)).map(labels.thread)
    victims = finding.victims.map(labels.thread)
    participants = parts.map { part in
      var from = MarkJSON(part.mark, in: report)
      from.site = part.mark.tag == .none ? nil : nameOf(part.mark.tag)
      return Participant(
        role: part.role.rawValue, operation: part.operation.call(part.value),
        lock: part.lock?.rawValue, value: part.value, from: from)
    }
  }

  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }
}
