/// Reads the notes of an ELF binary.
enum ElfNotes {
  /// The build id among the notes of one segment.
  static func buildID(in bytes: UnsafeRawBufferPointer, alignment: UInt64) -> [UInt8]? {
    let step = alignment == 8 ? 8 : 4
    func padded(_ size: Int) -> Int { (size + step - 1) & ~(step - 1) }

    var offset = 0
    while offset + 12 <= bytes.count {
      let nameSize = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let valueSize = Int(bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
      let type = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
      let name = offset + 12
      let value = padded(name + nameSize)
      guard value + valueSize <= bytes.count else { return nil }
      if type == 3, nameSize == 4, bytes[name..<name + 4].elementsEqual("GNU\0".utf8) {
        return Array(bytes[value..<value + valueSize])
      }
      offset = padded(value + valueSize)
    }
    return nil
  }
}
