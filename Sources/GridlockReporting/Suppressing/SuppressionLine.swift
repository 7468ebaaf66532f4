import GridlockAnalysis

/// Reads single lines of suppression files and baselines.
enum SuppressionLine {
  /// Why a line can't be understood.
  struct Failure: Error, Equatable {
    let reason: String
  }

  static let tooMany = Failure(
    reason: "more than \(SuppressionList.countLimit) lines; the rest is left out")

  /// The line without space around it; nil for an empty line or a comment.
  static func content(_ line: Substring, isFirst: Bool) throws(Failure) -> Substring? {
    guard line.utf8.count <= SuppressionList.lineLimit else {
      throw Failure(reason: "longer than \(SuppressionList.lineLimit) bytes")
    }
    var line = line
    if isFirst, line.unicodeScalars.first == "\u{feff}" { line.unicodeScalars.removeFirst() }
    let content = trim(line)
    return content.isEmpty || content.hasPrefix("#") ? nil : content
  }

  static func parse(
    _ text: Substring, file: String, line: Int
  ) throws(Failure) -> Suppression {
    guard let colon = text.firstIndex(of: ":") else {
      throw Failure(reason: "expected `kind: pattern`, found no colon in \(shown(text))")
    }
    let name = trim(text[..<colon])
    let kind = Finding.Kind(rawValue: String(name))
    guard kind != nil || name == "*" else {
      let kinds = Finding.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(reason: "unknown kind \(shown(name)); expected * or one of \(kinds)")
    }
    // With space around the whole, a pattern missing before or after the sign is seen as missing.
    let patterns = " \(text[text.index(after: colon)...]) ".split(
      separator: " && ", omittingEmptySubsequences: false
    ).map(trim)
    guard patterns.allSatisfy({ !$0.isEmpty }) else {
      throw Failure(reason: "expected a pattern after the kind; * matches everything")
    }
    return Suppression(
      file: file, line: line, text: String(text), kind: kind, patterns: patterns.map { Glob($0) })
  }

  /// An id such as `cycle-0123456789ab`.
  static func parseID(_ text: Substring) throws(Failure) -> String {
    let word = text.prefix { !$0.isWhitespace }
    guard let dash = word.lastIndex(of: "-"), Finding.Kind(rawValue: String(word[..<dash])) != nil,
      case let digits = word[word.index(after: dash)...], digits.count == 12,
      digits.allSatisfy({ $0.isASCII && $0.isHexDigit && !$0.isUppercase })
    else {
      throw Failure(
        reason: "expected a finding's id such as cycle-0123456789ab, found \(shown(word))")
    }
    return String(word)
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func shown(_ text: Substring) -> String {
    "`\(Escape.text(String(text.prefix(40))))`"
  }
}
