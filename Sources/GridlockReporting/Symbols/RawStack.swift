/// A call stack as it was captured: return addresses, innermost first.
public struct RawStack: Sendable, Hashable {
  public var addresses: [UInt]
  /// How many addresses come before those that were left out.
  public var gapIndex: Int
  /// How many were left out in the middle.
  public var gapCount: Int
  /// Whether the walk ended before the stack did.
  public var isTruncated: Bool

  public init(
    _ addresses: [UInt], gapIndex: Int = 0, gapCount: Int = 0, isTruncated: Bool = false
  ) {
    self.addresses = addresses
    self.gapIndex = gapIndex
    self.gapCount = gapCount
    self.isTruncated = isTruncated
  }
}
