public import GridlockAnalysis

/// Findings that are known: by the lines of suppression files, and by the ids of baselines.
///
/// A suppression file has a line `kind: pattern` for each; `*` as the kind stands for every kind,
/// and in a pattern for any run of characters. The pattern must cover the whole of one of: the
/// function, file, `file:line` or binary of any frame of any stack that takes part, a lock's name,
/// a thread's name, an operation's tag, or the finding's id. `first && second` asks for both. Lines
/// that begin with `#` are comments.
///
/// A baseline has the id of a finding on each line; what follows the id is a comment.
public struct SuppressionList: Sendable {
  /// A line that can't be understood.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    public let file: String
    /// From 1; zero for the file as a whole.
    public let line: Int
    public let reason: String

    public init(file: String, line: Int, reason: String) {
      self.file = file
      self.line = line
      self.reason = reason
    }

    public var description: String { "\(file):\(line == 0 ? "" : "\(line):") \(reason)" }
  }

  /// How much is read of one file, in bytes, and of one line, in characters.
  public static let sizeLimit = 1 << 20
  public static let lineLimit = 1024
  /// How many lines are kept.
  public static let countLimit = 10_000

  public private(set) var suppressions: [Suppression] = []
  /// Ids from baselines, with how often each was met.
  private var known: [String: Int] = [:]
  /// How often each line of `suppressions` was met.
  private var uses: [Int] = []

  public init() {}

  /// Whether nothing is suppressed, so that findings need no look.
  public var isEmpty: Bool { suppressions.isEmpty && known.isEmpty }

  /// How many findings were taken out.
  public private(set) var count = 0

  /// Adds the lines of a suppression file.
  ///
  /// - Returns: The lines that can't be understood; the others count.
  public mutating func addSuppressions(_ text: String, file: String) -> [Problem] {
    add(text, file: file) { (list, text, line) throws(SuppressionLine.Failure) in
      let suppression = try SuppressionLine.parse(text, file: file, line: line)
      guard list.suppressions.count < Self.countLimit else { throw SuppressionLine.tooMany }
      list.suppressions.append(suppression)
      list.uses.append(0)
    }
  }

  /// Adds the ids of a baseline.
  ///
  /// - Returns: The lines that can't be understood; the others count.
  public mutating func addBaseline(_ text: String, file: String) -> [Problem] {
    add(text, file: file) { (list, text, _) throws(SuppressionLine.Failure) in
      let id = try SuppressionLine.parseID(text)
      guard list.known.count < Self.countLimit else { throw SuppressionLine.tooMany }
      list.known[id, default: 0] += 0
    }
  }

  private mutating func add(
    _ text: String, file: String,
    _ body: (inout Self, Substring, Int) throws(SuppressionLine.Failure) -> Void
  ) -> [Problem] {
    var problems: [Problem] = []
    var number = 0
    var untold = 0
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for line in lines {
      number += 1
      do throws(SuppressionLine.Failure) {
        if let content = try SuppressionLine.content(line, isFirst: number == 1) {
          try body(&self, content, number)
        }
      } catch {
        // One bad file must not drown what else there is to say.
        if problems.count < Self.problemLimit {
          problems.append(Problem(file: file, line: number, reason: error.reason))
        } else {
          untold += 1
        }
        if error == SuppressionLine.tooMany { break }
      }
    }
    if untold > 0 {
      problems.append(
        Problem(file: file, line: 0, reason: "\(untold) more lines are not understood"))
    }
    return problems
  }

  /// How many problems of one file are told.
  public static let problemLimit = 20

  /// Whether a finding is known; counts it for the line that says so.
  ///
  /// - Parameters:
  ///   - finding: Held against every line.
  ///   - report: Must know the stacks, locks and threads of the finding.
  /// - Complexity: O(lines · frames).
  public mutating func takesOut(_ finding: Finding, in report: Report) -> Bool {
    guard !isEmpty else { return false }
    let id = finding.fingerprint(in: report)
    var isKnown = false
    if let uses = known[id] {
      known[id] = uses + 1
      isKnown = true
    } else if !suppressions.isEmpty {
      let texts = finding.suppressibleTexts(in: report)
      for (index, suppression) in suppressions.enumerated()
      where suppression.matches(finding, texts: texts) {
        uses[index] += 1
        isKnown = true
        break
      }
    }
    if isKnown { count += 1 }
    return isKnown
  }

  /// The lines that no finding matched so far, as `file:line: text`.
  public var unused: [String] {
    zip(suppressions, uses).filter { $0.1 == 0 }.map { "\($0.0.file):\($0.0.line): \($0.0.text)" }
  }

  /// The ids of the baseline that were not found again so far, sorted.
  public var unusedIDs: [String] { known.filter { $0.value == 0 }.map(\.key).sorted() }

  /// The ids of the baseline that were found again, sorted.
  public var usedIDs: [String] { known.filter { $0.value > 0 }.map(\.key).sorted() }

  /// What a report should say of this: how much was taken out, and which lines were of no use.
  public var notices: [String] {
    var notices: [String] = []
    if count > 0 {
      notices.append("\(count) known finding\(count == 1 ? " was" : "s were") left out.")
    }
    let idle =
      unused.map { "No finding matched so far: \($0)" }
      + unusedIDs.map { "Not found again so far: \($0)" }
    notices += idle.prefix(Self.noticeLimit)
    if idle.count > Self.noticeLimit {
      notices.append("\(idle.count - Self.noticeLimit) more lines were of no use so far.")
    }
    return notices
  }

  private static let noticeLimit = 50
}
