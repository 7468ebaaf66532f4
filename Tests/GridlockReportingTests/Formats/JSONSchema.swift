import Foundation

/// As much of JSON Schema as the report's schema uses; a keyword it does not know is a failure, so
/// that nothing in the schema goes unchecked.
struct JSONSchema {
  private let root: [String: Any]

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// What is wrong with a document, with the place of each.
  ///
  /// - Parameter isStrict: Whether members that the schema does not name are wrong too.
  func complaints(about text: String, isStrict: Bool) throws -> [String] {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return check(document, root, "", isStrict)
  }

  private func check(
    _ value: Any, _ schema: [String: Any], _ path: String, _ isStrict: Bool
  ) -> [String] {
    var found: [String] = []
    for (keyword, rule) in schema {
      switch keyword {
      case "$schema", "$defs", "title", "description": break
      case "$ref":
        let name = String((rule as? String ?? "").dropFirst("#/$defs/".count))
        guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
          found.append("\(path): no definition \(name)")
          break
        }
        found += check(value, target, path, isStrict)
      case "type":
        if !Self.has(value, type: rule as? String) { found.append("\(path): is no \(rule)") }
      case "const":
        if value as? Int != rule as? Int { found.append("\(path): is not \(rule)") }
      case "enum":
        let isThere = (rule as? [String])?.contains { $0 == value as? String } == true
        if !isThere { found.append("\(path): \(value) is not one of \(rule)") }
      case "minimum":
        if let number = value as? Double, number < (rule as? Double ?? 0) {
          found.append("\(path): \(number) is too small")
        }
      case "pattern":
        let isFound =
          (value as? String)?.range(of: rule as? String ?? "", options: .regularExpression) != nil
        if !isFound { found.append("\(path): \(value) is not like \(rule)") }
      case "required":
        for name in rule as? [String] ?? [] where (value as? [String: Any])?[name] == nil {
          found.append("\(path): has no \(name)")
        }
      case "properties", "additionalProperties":
        let named = schema["properties"] as? [String: Any] ?? [:]
        for (name, member) in value as? [String: Any] ?? [:] {
          if let rule = named[name] as? [String: Any] {
            if keyword == "properties" { found += check(member, rule, path + "/" + name, isStrict) }
          } else if let rule = schema["additionalProperties"] as? [String: Any] {
            found += check(member, rule, path + "/" + name, isStrict)
          } else if isStrict {
            found.append("\(path): \(name) is not in the schema")
          }
        }
      case "items":
        for (index, element) in (value as? [Any] ?? []).enumerated() {
          found += check(element, rule as? [String: Any] ?? [:], "\(path)/\(index)", isStrict)
        }
      default: found.append("\(path): the test does not know \(keyword)")
      }
    }
    return found
  }

  private static func has(_ value: Any, type: String?) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "integer": value is Int || value is UInt64
    default: false
    }
  }
}
