/// The forms in which a report can be written.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// For people to read in a terminal or a log.
  case text
  /// For programs; see ``ReportJSON``.
  case json
  /// One page that needs nothing else.
  case html
  /// For code hosts and editors; see ``SARIFReport``.
  case sarif
  /// For Graphviz; see ``DOTReport``.
  case dot
  /// A timeline for Perfetto's and Chrome's trace viewers; see ``PerfettoReport``.
  case perfetto

  /// What a format is told of where it is written and read.
  public struct Options: Sendable {
    /// How text looks. Its directory is the root of the sources for the other formats too.
    public var text: TextOptions
    /// Where HTML finds source lines.
    public var sources: SourceFiles

    public init(text: TextOptions = TextOptions(), sources: SourceFiles = .none) {
      self.text = text
      self.sources = sources
    }
  }

  /// The names, as a list for a message.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Writes a report in this format.
  ///
  /// - Parameters:
  ///   - report: What is written.
  ///   - options: Where it is written to be read.
  ///   - write: Called with pieces of the text, in order. The last one ends in a line feed.
  public func render(
    _ report: Report, options: Options = Options(), write: (String) -> Void
  ) throws {
    switch self {
    case .text: TextReport(report, options: options.text).write(to: write)
    case .json: write(try ReportJSON(report).encoded() + "\n")
    case .html:
      HTMLReport(report, sources: options.sources, directory: options.text.directory)
        .write(to: write)
    case .sarif: SARIFReport(report, directory: options.text.directory).write(to: write)
    case .dot: DOTReport(report).write(to: write)
    case .perfetto: PerfettoReport(report).write(to: write)
    }
  }
}
