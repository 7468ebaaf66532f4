/// SplitMix64: the same numbers for the same seed, so that a failure can be run again.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// True one time in so many.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// A generator of its own for a thread or a program, fixed by this one.
  mutating func split() -> Random { Random(seed: next()) }
}
