extension Scenario {
  /// Something the bodies share.
  public struct Object: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      /// `L`: a lock with an integer that threads wait for.
      case conditionLock
      /// `M`: the same class used as a plain lock.
      case plainLock
      /// `C`: a lock with a queue of waiters for a signal.
      case condition
      /// `S`: a counting semaphore.
      case semaphore
      /// `Q`: a serial queue.
      case queue
      /// Plain shared data.
      case variable
    }

    public var name: String
    public var kind: Kind
    /// The first value, count or content; zero where there is none.
    public var initialValue: Int

    public init(name: String, kind: Kind, initialValue: Int = 0) {
      self.name = name
      self.kind = kind
      self.initialValue = initialValue
    }

    /// Whether `lock` and `unlock` work on it.
    public var isLock: Bool {
      switch kind {
      case .conditionLock, .plainLock, .condition: true
      case .semaphore, .queue, .variable: false
      }
    }
  }

  /// Where a dispatch block is sent.
  public enum Queue: Sendable, Hashable {
    /// The queue that the main thread serves in `runloop`.
    case main
    /// A serial queue, by its index in the objects.
    case serial(Int)
  }
}
