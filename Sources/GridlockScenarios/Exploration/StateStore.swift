/// All states met so far, each once, in the order they were met.
///
/// Records of a fixed size lie in chunks that never move; an open-addressing table of indices
/// finds them. Each record holds the packed state, and how it was first reached.
struct StateStore: ~Copyable {
  private static let chunkShift = 14
  private static let chunkMask = (1 << chunkShift) - 1

  let stateSize: Int
  private let recordSize: Int
  private var chunks: [UnsafeMutablePointer<UInt8>] = []
  private var table: UnsafeMutablePointer<UInt32>
  private var tableMask: Int
  private(set) var count = 0

  init(stateSize: Int) {
    self.stateSize = stateSize
    recordSize = stateSize + 8
    tableMask = (1 << 10) - 1
    table = .allocate(capacity: tableMask + 1)
    table.initialize(repeating: 0, count: tableMask + 1)
  }

  deinit {
    for chunk in chunks { UnsafeMutableRawPointer(chunk).deallocate() }
    table.deallocate()
  }

  /// Bytes in use for records and table.
  var bytes: Int {
    (chunks.count << Self.chunkShift) * recordSize + (tableMask + 1) * 4
  }

  /// The bytes a state takes: its record and its share of the table, but not unused room.
  var bytesInUse: Int { count * recordSize + (tableMask + 1) * 4 }

  @inline(__always)
  func state(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    chunks[index >> Self.chunkShift] + (index & Self.chunkMask) * recordSize
  }

  /// The state from which this one was first reached, and by which move; nil for the first.
  func origin(_ index: Int) -> (parent: Int, move: StepModel.Move)? {
    let link = UnsafeRawPointer(state(index) + stateSize)
    let parent = link.load(as: UInt32.self)
    guard parent != .max else { return nil }
    return (
      Int(parent), StepModel.Move(rawValue: link.load(fromByteOffset: 4, as: UInt16.self))
    )
  }

  /// Adds a state unless it is there; returns its index and whether it was added.
  @inline(__always)
  mutating func insert(
    _ candidate: UnsafeMutablePointer<UInt8>, parent: UInt32, move: StepModel.Move
  ) -> (index: Int, isNew: Bool) {
    var slot = hash(candidate) & tableMask
    while table[slot] != 0 {
      let index = Int(table[slot]) - 1
      if isEqual(state(index), candidate) { return (index, false) }
      slot = (slot + 1) & tableMask
    }
    if count & Self.chunkMask == 0, count >> Self.chunkShift == chunks.count { addChunk() }
    let index = count
    count += 1
    let record = state(index)
    record.update(from: candidate, count: stateSize)
    let link = UnsafeMutableRawPointer(record + stateSize)
    link.storeBytes(of: parent, as: UInt32.self)
    link.storeBytes(of: move.rawValue, toByteOffset: 4, as: UInt16.self)
    table[slot] = UInt32(count)
    if count * 4 > (tableMask + 1) * 3 { grow() }
    return (index, true)
  }

  private mutating func addChunk() {
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: recordSize << Self.chunkShift, alignment: 8)
    chunks.append(raw.bindMemory(to: UInt8.self, capacity: recordSize << Self.chunkShift))
  }

  private mutating func grow() {
    let capacity = (tableMask + 1) * 2
    table.deallocate()
    table = .allocate(capacity: capacity)
    table.initialize(repeating: 0, count: capacity)
    tableMask = capacity - 1
    for index in 0..<count {
      var slot = hash(state(index)) & tableMask
      while table[slot] != 0 { slot = (slot + 1) & tableMask }
      table[slot] = UInt32(index + 1)
    }
  }

  @inline(__always)
  private func hash(_ state: UnsafeMutablePointer<UInt8>) -> Int {
    let words = UnsafeRawPointer(state)
    var result: UInt64 = 0x9e37_79b9_7f4a_7c15
    for offset in stride(from: 0, to: stateSize, by: 8) {
      result ^= words.load(fromByteOffset: offset, as: UInt64.self)
      let product = result.multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
      result = product.high ^ product.low
    }
    return Int(truncatingIfNeeded: result & UInt64(Int.max))
  }

  @inline(__always)
  private func isEqual(
    _ left: UnsafeMutablePointer<UInt8>, _ right: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let left = UnsafeRawPointer(left)
    let right = UnsafeRawPointer(right)
    for offset in stride(from: 0, to: stateSize, by: 8) {
      if left.load(fromByteOffset: offset, as: UInt64.self)
        != right.load(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
    }
    return true
  }
}
