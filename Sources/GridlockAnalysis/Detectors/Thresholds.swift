/// How long is too long, in nanoseconds.
public struct Thresholds: Sendable, Hashable {
  /// A lock held for longer is a finding while it lasts.
  public var longHold: UInt64
  /// A wait of more than this for an owner to let go is a finding.
  public var longWait: UInt64

  /// One second for holds and ten for waits, unless told otherwise.
  public init(longHold: UInt64 = 1_000_000_000, longWait: UInt64 = 10_000_000_000) {
    self.longHold = longHold
    self.longWait = longWait
  }
}
