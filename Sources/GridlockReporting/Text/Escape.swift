/// Makes text from outside safe to print on a terminal or in a log.
package enum Escape {
  /// Longer names are cut.
  static let limit = 200

  /// With control characters, line breaks and marks that reorder or hide text written as
  /// `\u{…}`, so that a name can neither forge a line of a report nor hide one.
  package static func text(_ text: String, isQuoted: Bool = false) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        result += "..."
        break
      }
      count += 1
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\"", "\\":
        if isQuoted { result += "\\" }
        result.unicodeScalars.append(scalar)
      default:
        if isHostile(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// In quotation marks; those and backslashes inside are escaped too.
  package static func quoted(_ name: String) -> String { "\"\(text(name, isQuoted: true))\"" }

  static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: false
    }
  }
}
