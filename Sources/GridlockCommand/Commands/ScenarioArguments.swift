/// The words behind `check` and `play`.
struct ScenarioArguments {
  var files: [String] = []
  var isJSON = false
  /// Options that take a value, by name.
  var values: [String: String] = [:]

  init(_ arguments: [String], valued: Set<String>) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--json" {
        isJSON = true
      } else if valued.contains(word) {
        guard let value = rest.popFirst() else {
          throw UsageError(description: "\(word) takes a value")
        }
        values[word] = value
      } else if word.hasPrefix("-"), word.count > 1 {
        throw UsageError(description: "'\(word)' is no option")
      } else {
        files.append(word)
      }
    }
  }

  func requireFiles() throws {
    if files.isEmpty { throw UsageError(description: "which files? FILE is missing") }
  }

  func number(_ name: String, default value: Int, in range: ClosedRange<Int>) throws -> Int {
    guard let text = values[name] else { return value }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        description: "\(name) takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
