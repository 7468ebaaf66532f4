/// One entry of a 64-bit ELF binary's table of segments, in this machine's byte order.
struct ProgramHeader {
  static let load: UInt32 = 1
  static let note: UInt32 = 4
  static let size = 56

  var type: UInt32
  var isExecutable: Bool
  var fileOffset: UInt64
  var address: UInt64
  var fileSize: UInt64
  var memorySize: UInt64
  var alignment: UInt64

  /// Whether another segment lies in this one's part of memory.
  func contains(_ other: ProgramHeader) -> Bool {
    let (end, overflow) = other.address.addingReportingOverflow(other.memorySize)
    return !overflow && other.address >= address && end <= address &+ fileSize
  }

  /// As many headers as the bytes hold.
  static func table(in bytes: UnsafeRawBufferPointer) -> [ProgramHeader] {
    (0..<bytes.count / size).map { index in
      func word<Value: BitwiseCopyable>(_ offset: Int, _: Value.Type) -> Value {
        bytes.loadUnaligned(fromByteOffset: index * size + offset, as: Value.self)
      }
      return ProgramHeader(
        type: word(0, UInt32.self), isExecutable: word(4, UInt32.self) & 1 != 0,
        fileOffset: word(8, UInt64.self), address: word(16, UInt64.self),
        fileSize: word(32, UInt64.self), memorySize: word(40, UInt64.self),
        alignment: word(48, UInt64.self))
    }
  }

  /// From the page of the first loadable segment to the end of the last executable one.
  static func extent(of segments: [ProgramHeader]) -> Range<UInt64>? {
    let loads = segments.filter { $0.type == load }
    guard let low = loads.map(\.address).min(),
      let high = loads.filter(\.isExecutable).map({ $0.address &+ $0.memorySize }).max()
    else { return nil }
    let base = low & ~0xfff
    return base < high ? base..<high : nil
  }
}
