/// Names an interned call stack; zero is no stack.
public struct StackID: Hashable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static var none: StackID { StackID(rawValue: 0) }
}
