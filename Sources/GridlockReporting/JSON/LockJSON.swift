import GridlockAnalysis
import GridlockEvents

/// One lock as it is written to JSON.
public struct LockJSON: Codable, Sendable, Hashable {
  /// One event of its recent past.
  public struct Event: Codable, Sendable, Hashable {
    public var kind: String
    public var operation: String
    public var thread: UInt64
    public var time: UInt64
    public var wanted: Int?
    public var before: Int
    public var after: Int
    public var site: String?
  }

  public var id: UInt64
  /// `condition`, `mutex`, `recursive`, `monitor`, `semaphore` or `external`.
  public var kind: String
  /// Left out when it has none.
  public var name: String?
  /// What reports call it.
  public var label: String
  public var alive: Bool
  /// The value of a condition lock or the count of a semaphore.
  public var value: Int?
  /// Names of values, by value.
  public var valueNames: [String: String]?
  public var owner: UInt64?
  public var created: MarkJSON?
  /// Oldest first.
  public var history: [Event]

  init(_ id: LockID, labels: Labels) {
    let report = labels.report
    let state = report.state.locks[id] ?? LockState(id: id, kind: .external)
    self.id = id.rawValue
    kind = state.kind.wireName
    if !state.name.isEmpty { name = state.name }
    label = labels.lock(id)
    alive = state.isAlive
    if state.kind == .condition || state.kind == .semaphore { value = state.value }
    if !state.valueNames.isEmpty {
      valueNames = Dictionary(
        state.valueNames.map { (String($0.key), $0.value) }, uniquingKeysWith: { first, _ in first }
      )
    }
    owner = state.owner?.rawValue
    if state.creation.thread != .none { created = MarkJSON(state.creation, in: report) }
    history = (report.histories[id] ?? []).map { event in
      Event(
        kind: event.kind.wireName,
        operation: event.operation.call(
          event.operation == .unlockWith ? event.after : event.wanted),
        thread: event.thread.rawValue, time: event.time, wanted: event.wanted,
        before: event.before, after: event.after,
        site: labels.place(
          Mark(thread: event.thread, time: event.time, stack: event.stack, tag: event.tag)))
    }
  }
}
