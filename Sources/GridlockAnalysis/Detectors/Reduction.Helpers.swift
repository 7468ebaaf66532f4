extension Reduction {
  /// Who is thought able to end a wait that any thread may end.
  public enum Helpers: Sendable, Hashable, CaseIterable {
    /// Every live thread may set any value and free any lock, and so may an unseen one unless the
    /// world is closed. Who is stuck under this is stuck for certain.
    case everyone
    /// Only who was seen or declared to set the value; setters that ended are gone. Where setters
    /// could not all be kept, someone unknown could. Who is stuck under this is possibly stuck.
    case known
    /// As `known`, but a value that nobody set, that an ended thread set, or that only threads
    /// waiting for it set may yet be set by someone, and a lock once handed over may be freed by
    /// someone. Who is stuck under this is probably stuck.
    case suspects
    /// As `known`, but nobody unknown could: tells the shape of a hang already proved.
    case recorded
  }
}
