/// Where and why a scenario file could not be read.
public struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file as it was named to the parser.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int
  /// What should have stood there, without "expected".
  public var expected: String
  /// What stood there, or nil for the end of the line.
  public var found: String?

  public init(file: String, line: Int, column: Int, expected: String, found: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
  }

  public var description: String {
    let place = file.isEmpty ? "\(line):\(column)" : "\(file):\(line):\(column)"
    let rest = found.map { "found '\($0)'" } ?? "found the end of the line"
    return "\(place): error: expected \(expected), \(rest)"
  }
}
