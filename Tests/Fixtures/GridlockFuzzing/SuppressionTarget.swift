import GridlockAnalysis
import GridlockEvents
import GridlockReporting

/// Suppression files and baselines from any text, held against a finding.
enum SuppressionTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    var list = SuppressionList()
    let problems =
      list.addSuppressions(text, file: "suppressions") + list.addBaseline(text, file: "baseline")
    precondition(problems.count <= 1000, "one file drowns everything else")
    precondition(list.suppressions.count <= SuppressionList.countLimit)
    let (report, finding) = HostileReport.make(names: ["a lock", "a thread", "file.swift"])
    let isKnown = list.takesOut(finding, in: report)
    precondition(list.takesOut(finding, in: report) == isKnown, "known only sometimes")
    _ = list.notices
    // What was understood is understood again, and the same.
    for suppression in list.suppressions {
      var again = SuppressionList()
      let refused = again.addSuppressions(suppression.text, file: suppression.file)
      precondition(refused.isEmpty && again.suppressions.map(\.text) == [suppression.text])
    }
  }
}
