/// Numbers in base 16.
enum Hexadecimal {
  static func text(of bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func text(of value: UInt64) -> String { "0x" + String(value, radix: 16) }

  /// Always sixteen digits.
  static func digits(of value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
