public import GridlockEvents

/// One thread as the detectors see it.
public struct ThreadState: Sendable, Hashable {
  /// Where a thread comes from: what may come back to life while it looks idle or gone.
  public enum Kind: UInt8, Sendable {
    case plain = 0
    case main = 1
    /// A worker of a dispatch queue.
    case dispatch = 2
    /// A worker of the task pool.
    case pool = 3
  }

  public var id: ThreadID
  /// The kernel's thread id; zero when unknown.
  public var systemID: Int32
  /// Empty when it has none.
  public var name: String
  public var kind: Kind
  public var isAlive: Bool
  /// Monotonic nanoseconds; nil while alive.
  public var endTime: UInt64?
  /// In the order they were taken.
  public var holds: [Hold]
  /// What it is blocked in, or nil while it runs.
  public var wait: Wait?
  /// Gridlock's own and the player's threads never count as someone who could help.
  public var isObserver: Bool

  public init(
    id: ThreadID, systemID: Int32 = 0, name: String = "", kind: Kind = .plain,
    isAlive: Bool = true, endTime: UInt64? = nil, holds: [Hold] = [], wait: Wait? = nil,
    isObserver: Bool = false
  ) {
    self.id = id
    self.systemID = systemID
    self.name = name
    self.kind = kind
    self.isAlive = isAlive
    self.endTime = endTime
    self.holds = holds
    self.wait = wait
    self.isObserver = isObserver
  }
}
