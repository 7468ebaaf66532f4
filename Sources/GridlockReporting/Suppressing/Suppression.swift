public import GridlockAnalysis

/// One line of a suppression file: findings that are known and not to be told.
public struct Suppression: Sendable, Hashable {
  /// The file's path, or what else it came from.
  public let file: String
  /// From 1.
  public let line: Int
  /// As it was written, without space around it.
  public let text: String
  /// Nil for every kind.
  public let kind: Finding.Kind?
  private let patterns: [Glob]

  init(file: String, line: Int, text: String, kind: Finding.Kind?, patterns: [Glob]) {
    self.file = file
    self.line = line
    self.text = text
    self.kind = kind
    self.patterns = patterns
  }

  /// Whether the kind fits and each pattern matches one of the finding's texts.
  func matches(_ finding: Finding, texts: Set<String>) -> Bool {
    guard kind == nil || kind == finding.kind else { return false }
    return patterns.allSatisfy { pattern in texts.contains { pattern.matches($0) } }
  }
}

extension Finding {
  /// Everything that a suppression may name it by: its id, and for each part the lock's and the
  /// thread's name, the tag or place of the call, and function, file and binary of every frame.
  func suppressibleTexts(in report: Report) -> Set<String> {
    var texts: Set<String> = [fingerprint(in: report)]
    for part in participants {
      if let lock = part.lock, let state = report.state.locks[lock] {
        texts.insert(state.name)
        for frame in report.frames(of: state.creation) { texts.formUnion(frame.suppressibleTexts) }
      }
      if let thread = report.state.threads[part.mark.thread] { texts.insert(thread.name) }
      if let tag = report.name(of: part.mark.tag) { texts.insert(tag) }
      for frame in report.frames(of: part.mark) { texts.formUnion(frame.suppressibleTexts) }
    }
    texts.remove("")
    return texts
  }
}

extension Frame {
  fileprivate var suppressibleTexts: [String] {
    guard kind == .call, !isOwn else { return [] }
    var texts = [function, file, fileName, image].compactMap { $0 }
    if let fileName, line > 0 { texts.append("\(fileName):\(line)") }
    return texts
  }
}
