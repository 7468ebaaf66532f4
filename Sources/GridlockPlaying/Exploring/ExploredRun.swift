public import Gridlock

/// What an explored body does besides using its locks; see `explore`.
public final class ExploredRun: Sendable {
  private let run: RunScheduler

  init(_ run: RunScheduler) { self.run = run }

  /// Starts a thread of this run; its start, and the wait for its end, are choice points.
  ///
  /// All threads are waited for when the body has returned. What the thread throws fails the
  /// exploration. ``Gridlock/thread(named:stackSize:_:)`` does the same within a run.
  ///
  /// - Precondition: Called on a thread of the run; 63 threads at most.
  @discardableResult
  public func thread(
    _ name: String, _ body: @escaping @Sendable () throws -> Void
  ) -> JoinableThread {
    JoinableThread(caller.startThread(named: name, body))
  }

  /// A choice point: others may go first.
  public func yield() { caller.pass(.pausing) }

  /// Lets virtual time pass; others may go first. Takes no real time.
  public func sleep(for duration: Duration) {
    run.pause(caller, nanoseconds: UInt64(max(duration / .nanoseconds(1), 0)))
  }

  /// Virtual time since the body began: what was slept, and the limits that passed.
  public var now: Duration { .nanoseconds(Int64(clamping: run.clock)) }

  private var caller: Party {
    guard let party = Party.current, party.run === run else {
      preconditionFailure(
        "only threads of an explored run can use it; start them with thread(_:_:)")
    }
    return party
  }
}
