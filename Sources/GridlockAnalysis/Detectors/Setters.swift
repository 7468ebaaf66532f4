import GridlockEvents

/// The threads known to set one value of a lock, or to signal it.
struct Setters: Sendable, Hashable {
  /// Alive, in the order of their ids.
  var live: [ThreadID] = []
  /// Ended, and of a kind that does not come back.
  var gone: [ThreadID] = []
  /// Whether threads that are not listed may set it too: more than could be kept, or work that
  /// any thread of a pool may pick up.
  var isOpen = false

  /// Whether nobody was ever seen to set it.
  var isUnheardOf: Bool { live.isEmpty && gone.isEmpty && !isOpen }
}
