import Foundation

/// Another file of the same module, which keeps Foundation's class.
public enum Unswapped {
  public static func lock() -> any NSLocking { NSConditionLock(condition: 1) }
}
