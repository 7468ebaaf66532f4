/// Writes the toolchain's documented compact formats: a backtrace and an image map.
///
/// The other direction is the toolchain's: its own types decode them.
enum CompactFormat {
  /// A list of return addresses.
  static func backtrace(of addresses: [UInt64]) -> [UInt8] {
    var bytes: [UInt8] = [sixtyFourBit]
    for address in addresses {
      let word = significantBytes(of: address)
      bytes.append(returnAddress | absolute | UInt8(word.count - 1))
      bytes += word
    }
    bytes.append(end)
    return bytes
  }

  /// A list of images, which must be in order of address.
  ///
  /// The format is written down without a platform's name; toolchains since 6.2 put one, counted,
  /// before the images.
  static func imageMap(of images: [Image], platform: String?) -> [UInt8] {
    var bytes: [UInt8] = [sixtyFourBit]
    if let platform { bytes += count(platform.utf8.count) + Array(platform.utf8) }
    bytes += count(images.count)
    for image in images {
      let base = significantBytes(of: image.base)
      let length = significantBytes(of: image.endOfText &- image.base)
      bytes.append(UInt8((base.count - 1) << 3 | (length.count - 1)))
      bytes += base + length
      bytes += count(image.buildID.count)
      bytes += image.buildID
      bytes += path(image.path)
    }
    return bytes
  }

  private static let sixtyFourBit: UInt8 = 2
  private static let end: UInt8 = 0
  private static let returnAddress: UInt8 = 0x20
  private static let absolute: UInt8 = 0x08

  /// Big-endian, without the leading bytes that sign extension brings back.
  private static func significantBytes(of value: UInt64) -> [UInt8] {
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    while bytes.count > 1,
      bytes[0] == 0 && bytes[1] < 0x80 || bytes[0] == 0xff && bytes[1] >= 0x80
    {
      bytes.removeFirst()
    }
    return bytes
  }

  /// Seven bits a byte, the most significant first, the top bit set on all but the last.
  private static func count(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7f)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  /// Plain pieces of up to 63 bytes; prefixes are never referred to.
  private static func path(_ path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(63)
      bytes.append(UInt8(piece.count))
      bytes += piece
      rest = rest.dropFirst(piece.count)
    }
    bytes.append(0)
    return bytes
  }
}
