import Foundation

/// One way of writing JSON for all of Gridlock's files: keys in order, slashes left alone.
enum JSONText {
  static func encode(_ value: some Encodable, isPretty: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension FindingJSON {
  /// The finding as one line of JSON, with keys in order.
  public func encoded() throws -> String { try JSONText.encode(self, isPretty: false) }
}
