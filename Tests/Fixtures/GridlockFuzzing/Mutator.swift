/// Changes bytes at random, the same way for the same seed.
public struct Mutator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  private mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  /// A few changes: bits, whole words of the kind that overflow, pieces moved, cut off or put in.
  public mutating func mutate(_ bytes: [UInt8], words: [[UInt8]] = []) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(6) where !bytes.isEmpty {
      let at = below(bytes.count)
      switch below(7) {
      case 0: bytes[at] ^= 1 << UInt8(below(8))
      case 1: bytes[at] = UInt8(truncatingIfNeeded: next())
      case 2, 3: overwrite(&bytes, at: at / 8 * 8, with: interesting(), size: 8)
      case 4: overwrite(&bytes, at: at / 4 * 4, with: interesting(), size: 4)
      case 5:
        let from = below(bytes.count)
        let piece = bytes[from..<min(from + below(64), bytes.count)]
        bytes.replaceSubrange(at..<min(at + piece.count, bytes.count), with: piece)
      default:
        if let word = words.isEmpty ? nil : words[below(words.count)] {
          bytes.insert(contentsOf: word, at: at)
        } else if below(20) == 0 {
          bytes.removeLast(below(bytes.count))
        }
      }
    }
    return bytes
  }

  private mutating func interesting() -> UInt64 {
    let numbers: [UInt64] = [
      0, 1, 2, 3, 4, 63, 64, 255, 1 << 16, 1 << 20, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63,
      .max, .max - 63, .max >> 1,
    ]
    return numbers[below(numbers.count)] &+ UInt64(below(3)) &- 1
  }

  private func overwrite(_ bytes: inout [UInt8], at: Int, with word: UInt64, size: Int) {
    for index in 0..<size where at + index < bytes.count {
      bytes[at + index] = UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
    }
  }
}
