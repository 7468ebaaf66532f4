import GridlockAnalysis

extension Report {
  /// The ids of the findings as a baseline: what is known from now on.
  ///
  /// Notes are left out: they are neither printed nor fail a test. Sorted, so that two baselines can
  /// be compared.
  ///
  /// - Parameter ids: Further ids, of findings that an earlier baseline took out.
  public func baseline(keeping ids: [String] = []) -> String {
    let labels = Labels(self)
    var lines = Dictionary(ids.map { ($0, $0) }) { first, _ in first }
    for finding in findings where finding.severity > .note {
      let headline = Headline(finding, labels: labels)
      let id = finding.fingerprint(in: self)
      lines[id] = "\(id)  \(headline.title): \(headline.sentence)"
    }
    let head = "# Findings known to Gridlock. What follows an id is a comment.\n"
    return head + lines.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined()
  }
}
