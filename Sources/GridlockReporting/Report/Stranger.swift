/// A thread that never used Gridlock's locks.
public struct Stranger: Sendable, Hashable {
  /// The kernel's id.
  public var systemID: Int32
  /// As the kernel calls it; empty when unknown.
  public var name: String
  public var activity: ThreadActivity

  public init(systemID: Int32, name: String, activity: ThreadActivity) {
    self.systemID = systemID
    self.name = name
    self.activity = activity
  }
}
