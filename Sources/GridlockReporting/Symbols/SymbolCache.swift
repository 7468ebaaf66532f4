/// What was found of addresses in binaries, for the next process that ran the same binaries.
///
/// Bounded: when it is full it begins anew.
package struct SymbolCache: Sendable {
  private struct Place: Hashable {
    var buildID: [UInt8]
    var offset: UInt64
  }

  private var frames: [Place: [Frame]] = [:]
  /// How many addresses are kept.
  static let limit = 100_000

  package init() {}

  /// The frames of an address in a binary, as of the process that asks.
  func frames(like bare: Frame) -> [Frame]? {
    guard !bare.buildID.isEmpty else { return nil }
    return frames[Place(buildID: bare.buildID, offset: bare.offset)]?.map {
      var frame = $0
      frame.address = bare.address
      return frame
    }
  }

  mutating func keep(_ found: [Frame], of bare: Frame) {
    guard !bare.buildID.isEmpty else { return }
    if frames.count >= Self.limit { frames = [:] }
    frames[Place(buildID: bare.buildID, offset: bare.offset)] = found
  }
}
