public import GridlockEvents

/// What is known of one value of one lock. For a semaphore and a monitor one record with value 0
/// stands for its signals.
public struct ValueRecord: Sendable, Hashable {
  public var value: Int
  /// How often a release or signal set it.
  public var timesSet: Int
  public var lastSet: Mark?
  /// The release that changed the value from this one to another.
  public var lastLeft: Mark?
  /// Whether the thread behind `lastLeft` had acquired by naming this value, so that it was
  /// consumed and not overwritten.
  public var lastLeftConsumed: Bool
  /// What `lastLeft` put in its place.
  public var replacement: Int
  /// The distinct threads that ever set it, at most a handful.
  public var setters: [ThreadID]
  /// Whether more threads set it than could be kept, or one seen as a task, a dispatch or a pool
  /// thread, so that `setters` is not all.
  public var hasUnknownSetters: Bool
  /// How often a call waited for it or named it.
  public var timesWanted: Int

  public init(
    value: Int, timesSet: Int = 0, lastSet: Mark? = nil, lastLeft: Mark? = nil,
    lastLeftConsumed: Bool = false, replacement: Int = 0, setters: [ThreadID] = [],
    hasUnknownSetters: Bool = false, timesWanted: Int = 0
  ) {
    self.value = value
    self.timesSet = timesSet
    self.lastSet = lastSet
    self.lastLeft = lastLeft
    self.lastLeftConsumed = lastLeftConsumed
    self.replacement = replacement
    self.setters = setters
    self.hasUnknownSetters = hasUnknownSetters
    self.timesWanted = timesWanted
  }
}
