import GridlockEvents

extension Replay {
  /// An event, and where its thread and its lock are in the tables. Only the positions of what the
  /// event names are meant to be used.
  struct Step {
    let event: Event
    var threadAt = -1
    var threadMemoAt = -1
    var lockAt = -1
    var lockMemoAt = -1

    /// Who did it, when, and from where.
    var mark: Mark {
      Mark(
        thread: event.thread, time: event.time, stack: event.stack, tag: event.tag,
        sequence: event.sequence)
    }
  }
}
