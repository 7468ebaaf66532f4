import GridlockEvents

/// How reasons name threads, locks and values.
enum Wording {
  static func lock(_ id: LockID, in state: SystemState) -> String {
    if let name = state.locks[id]?.name, !name.isEmpty { return name }
    return "lock \(id.index)"
  }

  static func thread(_ id: ThreadID, in state: SystemState) -> String {
    if let name = state.threads[id]?.name, !name.isEmpty { return name }
    return "thread \(id.index)"
  }

  static func value(_ value: Int, of id: LockID, in state: SystemState) -> String {
    if let name = state.locks[id]?.valueNames[value] { return "\(value) (\(name))" }
    return "\(value)"
  }
}
