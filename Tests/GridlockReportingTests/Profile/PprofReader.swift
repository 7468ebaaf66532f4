/// Reads a `profile.proto` message and tells what is in it.
struct PprofReader {
  struct Malformed: Error {}

  private enum Field {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)

    var value: UInt64 { if case .number(let value) = self { value } else { 0 } }
    var content: ArraySlice<UInt8> { if case .bytes(let bytes) = self { bytes } else { [] } }
  }

  private typealias Message = [UInt64: [Field]]
  private let message: Message
  private let strings: [String]

  init(_ bytes: [UInt8]) throws {
    message = try Self.read(bytes[...])
    strings = (message[6] ?? []).map { String(decoding: $0.content, as: UTF8.self) }
    guard strings.first == "" else { throw Malformed() }
  }

  var told: String {
    get throws {
      var lines: [String] = []
      let types = try (message[1] ?? []).map { try type($0) }
      let period = try type((message[11] ?? [])[0])
      lines.append(
        "types: \(types.joined(separator: ", ")); shows \(text(number(message, 14))); "
          + "period \(number(message, 12)) \(period)")
      lines.append("from \(number(message, 9) / 1_000_000_000) s for \(number(message, 10)) ns")
      lines += (message[13] ?? []).map { "comment: \(text($0.value))" }
      let functions = try table(5)
      let locations = try table(4)
      for sample in message[2] ?? [] {
        let sample = try Self.read(sample.content)
        let label = try Self.read((sample[3] ?? [])[0].content)
        let values = try Self.packed((sample[2] ?? [])[0].content)
        lines.append("\(values) \(text(number(label, 1)))=\(text(number(label, 2)))")
        for location in try Self.packed((sample[1] ?? [])[0].content) {
          guard let line = try locations[location].map({ try Self.read(($0[4] ?? [])[0].content) }),
            let function = functions[number(line, 1)]
          else { throw Malformed() }
          let file = text(number(function, 4))
          let place = file.isEmpty ? "" : " \(file):\(number(line, 2))"
          lines.append("  \(text(number(function, 2)))\(place)")
        }
      }
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private func type(_ field: Field) throws -> String {
    let type = try Self.read(field.content)
    return "\(text(number(type, 1)))/\(text(number(type, 2)))"
  }

  private func table(_ field: UInt64) throws -> [UInt64: Message] {
    var table: [UInt64: Message] = [:]
    for row in message[field] ?? [] {
      let row = try Self.read(row.content)
      guard number(row, 1) != 0, table.updateValue(row, forKey: number(row, 1)) == nil else {
        throw Malformed()
      }
    }
    return table
  }

  private func number(_ message: Message, _ field: UInt64) -> UInt64 {
    message[field]?.last?.value ?? 0
  }

  private func text(_ index: UInt64) -> String {
    index < strings.count ? strings[Int(index)] : "no string \(index)"
  }

  private static func read(_ bytes: ArraySlice<UInt8>) throws -> Message {
    var rest = bytes
    var message: Message = [:]
    while !rest.isEmpty {
      let key = try varint(&rest)
      switch key & 7 {
      case 0: message[key >> 3, default: []].append(.number(try varint(&rest)))
      case 2:
        let count = Int(try varint(&rest))
        guard count <= rest.count else { throw Malformed() }
        message[key >> 3, default: []].append(.bytes(rest.prefix(count)))
        rest = rest.dropFirst(count)
      default: throw Malformed()
      }
    }
    return message
  }

  private static func packed(_ bytes: ArraySlice<UInt8>) throws -> [UInt64] {
    var rest = bytes
    var values: [UInt64] = []
    while !rest.isEmpty { values.append(try varint(&rest)) }
    return values
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw Malformed() }
      value |= UInt64(byte & 0x7f) << UInt64(shift)
      if byte < 0x80 { return value }
    }
    throw Malformed()
  }
}
