/// A piece of JSON whose members keep the order they are written in.
enum JSONValue: Sendable, Hashable {
  case string(String)
  case integer(Int)
  case unsigned(UInt64)
  /// A number in digits, for those that must not pass through floating point.
  case digits(String)
  case bool(Bool)
  case array([JSONValue])
  case object([Member])

  struct Member: Sendable, Hashable {
    var name: String
    var value: JSONValue
  }

  /// An object of those members that have a value.
  static func members(_ pairs: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(pairs.compactMap { pair in pair.value.map { Member(name: pair.key, value: $0) } })
  }

  /// A string, or nothing for an empty one.
  static func text(_ text: String?) -> JSONValue? {
    text.flatMap { $0.isEmpty ? nil : .string($0) }
  }

  /// A list, or nothing for an empty one.
  static func list(_ elements: [JSONValue]) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements)
  }

  /// On one line.
  var compact: String {
    var text = ""
    append(to: &text, indent: nil)
    return text
  }

  /// On many lines, each level two further in.
  var pretty: String {
    var text = ""
    append(to: &text, indent: 0)
    return text
  }

  private func append(to text: inout String, indent: Int?) {
    switch self {
    case .string(let string): JSONValue.append(string, to: &text)
    case .integer(let number): text += "\(number)"
    case .unsigned(let number): text += "\(number)"
    case .digits(let digits): text += digits
    case .bool(let flag): text += flag ? "true" : "false"
    case .array(let elements):
      JSONValue.append("[", "]", elements, to: &text, indent: indent) { element, text, indent in
        element.append(to: &text, indent: indent)
      }
    case .object(let members):
      JSONValue.append("{", "}", members, to: &text, indent: indent) { member, text, indent in
        JSONValue.append(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.append(to: &text, indent: indent)
      }
    }
  }

  private static func append<Element>(
    _ open: String, _ close: String, _ elements: [Element], to text: inout String, indent: Int?,
    _ one: (Element, inout String, Int?) -> Void
  ) {
    let inner = indent.map { $0 + 2 }
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      one(element, &text, inner)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  /// In quotation marks, safe also inside an HTML script element, and with nothing in it that
  /// hides or reorders what a reader of the file sees.
  private static func append(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "<", ">", "&": appendEscape(scalar, to: &text)
      case " "..."~": text.unicodeScalars.append(scalar)
      default:
        if Escape.isHostile(scalar) {
          appendEscape(scalar, to: &text)
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  private static func appendEscape(_ scalar: Unicode.Scalar, to text: inout String) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
