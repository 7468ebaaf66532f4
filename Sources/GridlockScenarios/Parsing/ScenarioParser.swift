/// Reads scenario files.
///
/// Never traps: sizes, counts and nesting are bounded, and going over a bound is an error like
/// any other.
public struct ScenarioParser {
  /// The most Unicode scalars a file may hold.
  public static let largestFile = 1 << 20
  /// The most bodies a file may hold.
  public static let mostBodies = 64
  /// The most locks, conditions, semaphores, queues and variables a file may hold.
  public static let mostObjects = 128
  /// The most operations of one body, with each `repeat` unrolled.
  public static let mostOperations = 65_535
  /// How deep braces may nest.
  public static let deepestNesting = 32

  let file: String
  var scenario = Scenario()
  var objects: [String: Int] = [:]
  var bodies: [String: Int] = [:]

  private init(file: String) { self.file = file }

  /// Reads a scenario from a file's text; `file` is used in errors only.
  public static func parse(
    _ text: String, file: String = ""
  ) throws(ScenarioError) -> Scenario {
    var parser = ScenarioParser(file: file)
    try parser.read(text)
    return parser.scenario
  }

  private mutating func read(_ text: String) throws(ScenarioError) {
    guard text.utf8.count <= Self.largestFile else {
      throw ScenarioError(
        file: file, line: 1, column: 1, expected: "at most \(Self.largestFile) bytes",
        found: "\(text.utf8.count)")
    }
    var later: [(scanner: ScenarioScanner, keyword: String, bodies: Range<Int>)] = []
    var hasExpectation = false
    var lastLine = 1
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      lastLine = index + 1
      let line = Substring(line)
      if let comment = Self.comment(line) { scenario.comments.append(comment) }
      var scanner = ScenarioScanner(line, file: file, line: lastLine)
      if scanner.isAtEnd { continue }
      let start = scanner.position
      let label = "'init:', a body such as 'T1:', 'order:', 'hang:' or 'expect:'"
      guard let keyword = scanner.takeWord() else { throw scanner.error(label) }
      switch keyword {
      case "init":
        try scanner.require(":")
        try readDeclarations(&scanner)
      case "hang":
        try scanner.require(":")
        if scenario.hang != nil { throw scanner.error("only one 'hang:' line", at: start) }
        scenario.hang = try readHang(&scanner)
      case "order", "expect":
        try scanner.require(":")
        if keyword == "expect" {
          if hasExpectation { throw scanner.error("only one 'expect:' line", at: start) }
          hasExpectation = true
        }
        later.append((scanner, keyword, 0..<0))
      default:
        let range = try readLabel(keyword, at: start, &scanner, expected: label)
        later.append((scanner, "", range))
      }
    }
    for (scanner, keyword, range) in later {
      var scanner = scanner
      switch keyword {
      case "": try readBody(range, &scanner)
      default: break
      }
    }
    for (scanner, keyword, _) in later {
      var scanner = scanner
      switch keyword {
      case "order": try readOrder(&scanner)
      case "expect": scenario.expectation = try readExpectation(&scanner)
      default: break
      }
    }
    if scenario.bodies.isEmpty && !scenario.needsMoreThanNotation {
      throw ScenarioError(
        file: file, line: lastLine, column: 1, expected: "at least one body such as 'T1:'",
        found: "the end of the file")
    }
  }

  private static func comment(_ line: Substring) -> String? {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    guard trimmed.first == "#" else { return nil }
    var text = trimmed.dropFirst().drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return String(text)
  }

  /// Reads `T1:` or `T1..T3:` and declares the bodies.
  private mutating func readLabel(
    _ keyword: String, at start: Int, _ scanner: inout ScenarioScanner, expected: String
  ) throws(ScenarioError) -> Range<Int> {
    guard let (kind, first) = Self.bodyName(keyword) else {
      throw scanner.error(expected, at: start)
    }
    var last = first
    if scanner.take("..") {
      let place = scanner.position
      guard let word = scanner.takeWord(), let (otherKind, number) = Self.bodyName(word),
        otherKind == kind, number >= first
      else {
        throw scanner.error("the last of a range such as '\(kind.rawValue)\(first + 1)'", at: place)
      }
      last = number
    }
    try scanner.require(":")
    let range = scenario.bodies.count..<(scenario.bodies.count + last - first + 1)
    if range.upperBound > Self.mostBodies {
      throw scanner.error("at most \(Self.mostBodies) bodies", at: start)
    }
    for number in first...last {
      let body = Scenario.Body(kind: kind, number: number)
      if bodies.updateValue(scenario.bodies.count, forKey: body.name) != nil {
        throw scanner.error("a body other than '\(body.name)', which is there already", at: start)
      }
      scenario.bodies.append(body)
    }
    return range
  }

  /// Splits a name such as `T1`; nil for other words.
  static func bodyName(_ word: String) -> (Scenario.Body.Kind, Int)? {
    guard let letter = word.first, let kind = Scenario.Body.Kind(rawValue: String(letter)),
      let number = number(word.dropFirst())
    else { return nil }
    return (kind, number)
  }

  /// Reads the digits of a name: no sign, no leading zero, at most four.
  static func number(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ 48...57 ~= $0 }),
      digits.utf8.count == 1 || digits.first != "0"
    else { return nil }
    return Int(digits)
  }

  private mutating func readBody(
    _ range: Range<Int>, _ scanner: inout ScenarioScanner
  ) throws(ScenarioError) {
    let start = scanner.position
    var statements: [Scenario.Statement] = []
    if !scanner.isAtEnd {
      statements = try readStatements(
        &scanner,
        isMain: range.count == 1
          && scenario.bodies[range.lowerBound].isMain, depth: 0)
    }
    if !scanner.isAtEnd { throw scanner.error("';' or the end of the line") }
    if Scenario.Statement.count(of: statements) > Self.mostOperations {
      throw scanner.error(
        "at most \(Self.mostOperations) operations with each repeat unrolled", at: start)
    }
    for index in range { scenario.bodies[index].statements = statements }
  }
}
