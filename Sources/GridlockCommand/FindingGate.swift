import Gridlock
import GridlockAnalysis
import GridlockReporting

/// What makes findings fail a run: how severe, and which are known.
struct FindingGate {
  /// The options it takes, for a help text.
  static let help = """
      --baseline F  leave out the findings whose ids F lists; may be given more than once
      --suppress F  leave out what the lines of F match; may be given more than once
      --strict      fail on warnings too
    """

  private(set) var known = SuppressionList()
  private var leastSeverity = Finding.Severity.error
  /// Lines of the files that can't be understood.
  private(set) var problems: [SuppressionList.Problem] = []

  /// Takes an option and what belongs to it; false when it is none of the gate's.
  mutating func take(_ argument: String, from rest: inout ArraySlice<String>) throws -> Bool {
    switch argument {
    case "--strict": leastSeverity = .warning
    case "--baseline":
      let (path, text) = try Self.file(argument, &rest)
      problems += known.addBaseline(text, file: path)
    case "--suppress":
      let (path, text) = try Self.file(argument, &rest)
      problems += known.addSuppressions(text, file: path)
    default: return false
    }
    return true
  }

  private static func file(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws -> (String, String) {
    guard let path = rest.popFirst(), !path.isEmpty else {
      throw UsageError(description: "\(option) takes a file")
    }
    do {
      return (path, try SettingsFile.read(path))
    } catch {
      throw UsageError(description: "\(path): \(error.reason)")
    }
  }

  /// The findings that are not known, the most severe first.
  mutating func new(in report: Report) -> [Finding] {
    var new: [Finding] = []
    for finding in report.findings where !known.takesOut(finding, in: report) {
      new.append(finding)
    }
    return Self.sorted(new)
  }

  /// 1 when one of these is severe enough, else 0.
  func status(of findings: [Finding]) -> Int32 {
    findings.contains { $0.severity >= leastSeverity } ? 1 : 0
  }

  static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted { left, right in
      left.element.severity != right.element.severity
        ? left.element.severity > right.element.severity : left.offset < right.offset
    }.map(\.element)
  }

  /// `3 findings: 1 error and 2 notes`.
  static func count(_ findings: [Finding]) -> String {
    let counts = [Finding.Severity.error, .warning, .note].compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let noun = "finding\(findings.count == 1 ? "" : "s")"
    return "\(findings.count) \(noun)"
      + (counts.isEmpty ? "" : ": " + counts.joined(separator: ", "))
  }
}
