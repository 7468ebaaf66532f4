import GridlockAnalysis
import GridlockEvents

/// One thread as it is written to JSON.
public struct ThreadJSON: Codable, Sendable, Hashable {
  /// A wait that is going on.
  public struct Wait: Codable, Sendable, Hashable {
    public var operation: String
    public var lock: UInt64?
    /// The thread whose end is waited for.
    public var endOf: UInt64?
    public var wanted: Int?
    /// Monotonic nanoseconds; left out for a wait without limit.
    public var deadline: UInt64?
    public var from: MarkJSON
  }

  /// A lock it holds.
  public struct Hold: Codable, Sendable, Hashable {
    public var operation: String
    public var lock: UInt64
    public var from: MarkJSON
  }

  public var id: UInt64
  /// The kernel's id; left out when unknown.
  public var systemID: Int32?
  /// Left out when it has none.
  public var name: String?
  /// What reports call it.
  public var label: String
  /// `plain`, `main`, `dispatch` or `pool`.
  public var kind: String
  public var alive: Bool
  public var wait: Wait?
  public var holds: [Hold]
  /// What it does, when others wait for it and it does not wait itself; of a live process only.
  public var activity: ActivityJSON?

  init(_ id: ThreadID, labels: Labels) {
    let report = labels.report
    let state = report.state.threads[id] ?? ThreadState(id: id)
    self.id = id.rawValue
    if state.systemID != 0 { systemID = state.systemID }
    if !state.name.isEmpty { name = state.name }
    label = labels.thread(id)
    kind =
      switch state.kind {
      case .plain: "plain"
      case .main: "main"
      case .dispatch: "dispatch"
      case .pool: "pool"
      }
    alive = state.isAlive
    holds = state.holds.map {
      Hold(
        operation: $0.operation.call(), lock: $0.lock.rawValue,
        from: MarkJSON($0.mark, in: report))
    }
    activity = report.activities[id].map(ActivityJSON.init)
    if let now = state.wait {
      var wait = Wait(
        operation: now.operation.call(now.wanted), lock: now.lock?.rawValue, wanted: now.wanted,
        deadline: now.deadline, from: MarkJSON(now.mark, in: report))
      if case .end(let other) = now.target { wait.endOf = other.rawValue }
      self.wait = wait
    }
  }
}
