/// Names the place an operation was called from where the caller said so; zero is untagged.
///
/// The scenario player tags each operation: the high 16 bits are one plus the index of the body,
/// the low 16 bits the number of the operation from 1.
public struct SiteTag: Hashable, Sendable, Comparable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public init(body: Int, operation: Int) {
    rawValue = UInt32(truncatingIfNeeded: body + 1) << 16 | UInt32(operation & 0xffff)
  }

  public static var none: SiteTag { SiteTag(rawValue: 0) }

  /// The index of the body, or nil for an untagged operation.
  public var body: Int? { rawValue == 0 ? nil : Int(rawValue >> 16) - 1 }

  /// The number of the operation in its body, from 1.
  public var operation: Int { Int(rawValue & 0xffff) }

  public static func < (left: SiteTag, right: SiteTag) -> Bool { left.rawValue < right.rawValue }
}
