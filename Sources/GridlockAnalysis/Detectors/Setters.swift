public import GridlockEvents

/// The threads known to set one value of a lock, or to signal it.
public struct Setters: Sendable, Hashable {
  /// Alive, in the order of their ids.
  public var live: [ThreadID]
  /// Ended, and of a kind that does not come back.
  public var gone: [ThreadID]
  /// Whether threads that are not listed may set it too: more than could be kept, or work that
  /// any thread of a pool may pick up.
  public var isOpen: Bool

  public init(live: [ThreadID] = [], gone: [ThreadID] = [], isOpen: Bool = false) {
    self.live = live
    self.gone = gone
    self.isOpen = isOpen
  }

  /// Whether nobody was ever seen to set it.
  public var isUnheardOf: Bool { live.isEmpty && gone.isEmpty && !isOpen }
}
