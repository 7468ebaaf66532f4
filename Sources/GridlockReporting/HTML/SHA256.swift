/// The hash by which a page's own script and style are let through its content policy.
struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  private static let constants: [UInt32] = {
    // The first 32 bits of the fractions of the cube roots of the first 64 primes.
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The greatest root with root³ ≤ prime · 2⁹⁶ has 32 bits after its point.
      var root: UInt64 = 0
      for bit in (0..<36).reversed() {
        let next = root | 1 << UInt64(bit)
        let square = next.multipliedFullWidth(by: next)
        let (high, low) = (square.high, square.low)
        let lowCube = low.multipliedFullWidth(by: next)
        let cubeHigh = high * next &+ lowCube.high
        if cubeHigh < prime << 32 { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()

  /// The 32 bytes of the hash.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var padded = bytes + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let length = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
    }
    var hash = SHA256()
    for start in stride(from: 0, to: padded.count, by: 64) {
      hash.take(padded[start..<start + 64])
    }
    return hash.state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  private mutating func take(_ block: ArraySlice<UInt8>) {
    let bytes = Array(block)
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[index * 4 + $1]) }
    }
    for index in 16..<64 {
      let (first, second) = (words[index - 15], words[index - 2])
      let low = Self.turn(first, 7) ^ Self.turn(first, 18) ^ first >> 3
      let high = Self.turn(second, 17) ^ Self.turn(second, 19) ^ second >> 10
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    var v = state
    for index in 0..<64 {
      let high = Self.turn(v[4], 6) ^ Self.turn(v[4], 11) ^ Self.turn(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ high &+ choice &+ Self.constants[index] &+ words[index]
      let low = Self.turn(v[0], 2) ^ Self.turn(v[0], 13) ^ Self.turn(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [first &+ low &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in state.indices { state[index] &+= v[index] }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }
}
