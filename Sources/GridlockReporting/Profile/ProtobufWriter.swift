/// Writes fields of a protocol-buffers message; zeroes and empty texts are left out, as proto3 has
/// it, unless they are elements of a list.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ field: UInt64, _ value: UInt64) {
    guard value != 0 else { return }
    append(field << 3)
    append(value)
  }

  /// A list of numbers, packed.
  mutating func add(_ field: UInt64, packed values: [UInt64]) {
    guard !values.isEmpty else { return }
    var list = ProtobufWriter()
    for value in values { list.append(value) }
    add(field, element: list.bytes)
  }

  /// A message within this one.
  mutating func add(_ field: UInt64, _ write: (inout ProtobufWriter) -> Void) {
    var message = ProtobufWriter()
    write(&message)
    add(field, element: message.bytes)
  }

  /// A text or message that is there even when it is empty.
  mutating func add(_ field: UInt64, element: some Collection<UInt8>) {
    append(field << 3 | 2)
    append(UInt64(element.count))
    bytes.append(contentsOf: element)
  }

  /// Seven bits a byte, the lowest first.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
