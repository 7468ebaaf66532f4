import GridlockAnalysis
import GridlockEvents

/// Stacks with the lines of source around their calls.
struct SourceExcerpts {
  /// Lines shown before and after a call.
  static let margin = 3
  /// Calls of one stack that are shown with source.
  static let callLimit = 4
  /// Files that are read, at most.
  static let fileLimit = 200

  private let directory: String?
  private var files: [String: [Substring]] = [:]

  /// Reads the files that the findings' stacks mention.
  init(_ report: Report, sources: SourceFiles, directory: String?) {
    self.directory = directory
    var asked: Set<String> = []
    for part in report.findings.flatMap(\.participants) {
      for frame in SourceExcerpts.called(report.frames(of: part.mark)) {
        guard let file = frame.file, asked.count < Self.fileLimit, asked.insert(file).inserted
        else { continue }
        files[file] = sources.lines(of: file)
      }
    }
  }

  private static func called(_ frames: [Frame]) -> ArraySlice<Frame> {
    frames.filter { $0.kind == .call && !$0.isOwn && $0.line > 0 }.prefix(callLimit)
  }

  /// Innermost first, from the user's code on.
  func stack(_ frames: [Frame]) -> [JSONValue] {
    let shown = Set(Self.called(frames))
    return frames.fromUser.withoutSystemBeginnings.map { frame in
      guard frame.kind == .call else {
        guard case .omitted(let count) = frame.kind else {
          return .members(["gap": .string("the stack goes on from here")])
        }
        return .members(["gap": .string("\(count) calls were not kept")])
      }
      return .members([
        "function": JSONValue.text(frame.function.map { Escape.text($0) }),
        "place": JSONValue.text(place(of: frame)),
        "own": frame.isOwn ? .bool(true) : nil,
        "inlined": frame.isInlined ? .bool(true) : nil,
        "source": shown.contains(frame) ? excerpt(frame) : nil,
      ])
    }
  }

  private func place(of frame: Frame) -> String {
    if let file = frame.file {
      return "\(Escape.text(shortened(file))):\(frame.line)"
        + (frame.column > 0 ? ":\(frame.column)" : "")
    }
    guard let image = frame.image else {
      return "\(Hexadecimal.text(of: frame.address)) in no binary"
    }
    return "\(Escape.text(image))+\(Hexadecimal.text(of: frame.offset))"
  }

  private func shortened(_ path: String) -> String {
    guard let directory, !directory.isEmpty else { return path }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private func excerpt(_ frame: Frame) -> JSONValue? {
    guard let file = frame.file, let lines = files[file], frame.line <= lines.count else {
      return nil
    }
    let first = max(1, frame.line - Self.margin)
    let last = min(lines.count, frame.line + Self.margin)
    return .members([
      "first": .integer(first), "line": .integer(frame.line),
      "lines": .array(
        lines[first - 1..<last].map { line in
          let tabless = String(line.replacing("\t", with: "    "))
          return .string(Escape.text(tabless))
        }),
    ])
  }
}
