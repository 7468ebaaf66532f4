public import GridlockEvents

/// One lock, semaphore or monitor as the detectors see it.
public struct LockState: Sendable, Hashable {
  public var id: LockID
  public var kind: LockKind
  /// Empty when it has none.
  public var name: String
  /// Where it was created.
  public var creation: Mark
  /// Equal for locks created at the same place; zero when unknown.
  public var site: UInt64
  public var isAlive: Bool
  /// The value of a condition lock, the count of a semaphore, else zero.
  public var value: Int
  public var initialValue: Int
  public var owner: ThreadID?
  /// The task that took it, as an opaque number; zero for none.
  public var ownerTask: UInt64
  public var sequence: UInt32
  public var lastRelease: Release?
  /// One for each value that was ever set, by value.
  public var values: [Int: ValueRecord]
  /// Whether more values were set than could be kept, so that `values` is not all.
  public var hasUnknownValues: Bool
  /// Whether a foreign release of a held lock was seen here or at the same creation site, or
  /// declared as a hand-off.
  public var isHandedOver: Bool
  public var isHandOffDeclared: Bool
  /// Threads declared as setters, by value.
  public var declaredSetters: [Int: [ThreadID]]
  /// Names of values, such as `full` for 1.
  public var valueNames: [Int: String]
  /// Signals of a monitor that found nobody waiting, latest last. At most a handful.
  public var idleSignals: [Mark]
  /// The latest signal of a monitor or semaphore.
  public var lastSignal: Mark?
  /// Where each thread took the count of a semaphore that began above zero, if it has not signalled
  /// since: used as a mutex, it is what the thread has. At most a handful, and one for a thread.
  public var takers: [Mark]

  public init(
    id: LockID, kind: LockKind, name: String = "", creation: Mark = Mark(thread: .none),
    site: UInt64 = 0, isAlive: Bool = true, value: Int = 0, initialValue: Int = 0,
    owner: ThreadID? = nil
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.creation = creation
    self.site = site
    self.isAlive = isAlive
    self.value = value
    self.initialValue = initialValue
    self.owner = owner
    ownerTask = 0
    sequence = 0
    lastRelease = nil
    values = [:]
    hasUnknownValues = false
    isHandedOver = false
    isHandOffDeclared = false
    declaredSetters = [:]
    valueNames = [:]
    idleSignals = []
    lastSignal = nil
    takers = []
  }
}
