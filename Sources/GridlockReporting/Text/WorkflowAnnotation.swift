public import GridlockAnalysis

/// A finding as a workflow command of GitHub Actions, which shows it at its line in the change.
///
/// The form is that of the workflow commands `error`, `warning` and `notice`: properties and message
/// on one line, with percent signs, line breaks, and in properties colons and commas escaped.
public struct WorkflowAnnotation: Sendable, Hashable {
  /// The whole line, without its end.
  public let text: String

  /// - Parameters:
  ///   - finding: What is shown, at the place where the thread named first waits or acts.
  ///   - report: The report it is of.
  ///   - root: The folder of the sources; paths are written from there on.
  public init(_ finding: Finding, in report: Report, root: String) {
    let headline = Headline(finding, in: report)
    let level =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      default: "notice"
      }
    var properties: [String] = []
    let frame = finding.participants.lazy.compactMap { report.frames(of: $0.mark).firstOfUser }
      .first { $0.file != nil && $0.line > 0 }
    if let frame, var file = frame.file {
      let folder = root.hasSuffix("/") ? root : root + "/"
      if file.hasPrefix(folder) { file.removeFirst(folder.count) }
      properties += ["file=\(Self.property(file))", "line=\(frame.line)"]
    }
    properties.append("title=\(Self.property(headline.title))")
    let message = "\(headline.sentence) (\(finding.fingerprint(in: report)))"
    text = "::\(level) \(properties.joined(separator: ","))::\(Self.message(message))"
  }

  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
