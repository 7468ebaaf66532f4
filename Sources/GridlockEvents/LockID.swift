/// Identifies one lock for the life of the process, never reused for another.
///
/// The low 32 bits are the index of a pooled lock slot, the high 32 bits the generation of that
/// slot, so a lock at a reused address never inherits history. Zero is no lock.
public struct LockID: SlotID {
  public var rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public init(index: UInt32, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(index)
  }

  public static var none: LockID { LockID(rawValue: 0) }

  public var index: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
  public var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }

  public static func < (left: LockID, right: LockID) -> Bool { left.rawValue < right.rawValue }
}
