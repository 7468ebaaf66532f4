/// A cursor over one line of a scenario file.
struct ScenarioScanner {
  let file: String
  let line: Int
  private let scalars: [Unicode.Scalar]
  private(set) var position = 0

  init(_ text: Substring, file: String, line: Int) {
    self.file = file
    self.line = line
    var scalars = Array(text.unicodeScalars)
    if let comment = scalars.firstIndex(of: "#") { scalars.removeSubrange(comment...) }
    while let last = scalars.last, Self.isSpace(last) { scalars.removeLast() }
    self.scalars = scalars
    skipSpace()
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r"
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    "0" <= scalar && scalar <= "9"
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ("a" <= scalar && scalar <= "z") || ("A" <= scalar && scalar <= "Z") || isDigit(scalar)
      || scalar == "_"
  }

  var isAtEnd: Bool { position >= scalars.count }

  private mutating func skipSpace() {
    while position < scalars.count, Self.isSpace(scalars[position]) { position += 1 }
  }

  /// An error at the cursor, or at an earlier position.
  func error(_ expected: String, at earlier: Int? = nil) -> ScenarioError {
    let place = min(earlier ?? position, scalars.count)
    var end = place
    while end < scalars.count, end < place + 40, Self.isWord(scalars[end]) { end += 1 }
    if end == place, end < scalars.count { end += 1 }
    var found = String.UnicodeScalarView()
    found.append(contentsOf: scalars[place..<end])
    return ScenarioError(
      file: file, line: line, column: place + 1, expected: expected,
      found: found.isEmpty ? nil : String(found))
  }

  func isNext(_ symbol: String) -> Bool {
    scalars[position...].starts(with: symbol.unicodeScalars)
  }

  /// Consumes a symbol if it is next.
  mutating func take(_ symbol: String) -> Bool {
    guard isNext(symbol) else { return false }
    position += symbol.unicodeScalars.count
    skipSpace()
    return true
  }

  mutating func require(_ symbol: String, _ expected: String? = nil) throws(ScenarioError) {
    if !take(symbol) { throw error(expected ?? "'\(symbol)'") }
  }

  /// Consumes letters, digits and underscores that start with a letter.
  mutating func takeWord(hyphenated: Bool = false) -> String? {
    guard position < scalars.count, Self.isWord(scalars[position]),
      !Self.isDigit(scalars[position])
    else { return nil }
    var word = String.UnicodeScalarView()
    while position < scalars.count,
      Self.isWord(scalars[position]) || (hyphenated && scalars[position] == "-")
    {
      word.append(scalars[position])
      position += 1
    }
    skipSpace()
    return String(word)
  }

  /// Consumes a keyword if it is the next word.
  mutating func takeKeyword(_ keyword: String) -> Bool {
    var copy = self
    guard copy.takeWord() == keyword else { return false }
    self = copy
    return true
  }

  /// Consumes an integer within bounds.
  mutating func integer(
    _ expected: String, in range: ClosedRange<Int> = -2_147_483_648...2_147_483_647
  ) throws(ScenarioError) -> Int {
    let start = position
    var end = position
    let isNegative = end < scalars.count && scalars[end] == "-"
    if isNegative { end += 1 }
    var value = 0
    var isTooLarge = false
    let firstDigit = end
    while end < scalars.count, Self.isDigit(scalars[end]) {
      if value > 99_999_999_999 {
        isTooLarge = true
      } else {
        value = value * 10 + Int(scalars[end].value - 48)
      }
      end += 1
    }
    if end == firstDigit || (end < scalars.count && Self.isWord(scalars[end])) {
      throw error(expected)
    }
    if isNegative { value = -value }
    if isTooLarge || !range.contains(value) {
      throw error("\(expected) from \(range.lowerBound) to \(range.upperBound)", at: start)
    }
    position = end
    skipSpace()
    return value
  }
}
