import GridlockAnalysis
package import GridlockEvents

/// What threads, locks and values are called in one report: short, escaped, and different for
/// different things.
package struct Labels {
  let report: Report
  private var threads: [ThreadID: String] = [:]
  private var locks: [LockID: String] = [:]

  package init(_ report: Report) {
    self.report = report
    for thread in report.state.threads.values { threads[thread.id] = Labels.plain(thread) }
    for lock in report.state.locks.values { locks[lock.id] = Labels.plain(lock, in: report) }
    Labels.separate(&threads) { Labels.number($0.index, $0.generation) }
    Labels.separate(&locks) { Labels.number($0.index, $0.generation) }
  }

  /// `"worker-1"`, `the main thread`, or `thread #3`.
  func thread(_ id: ThreadID) -> String {
    threads[id] ?? (id == .none ? "an unknown thread" : "thread #\(id.index)")
  }

  /// `"worker-1" (thread #3, tid 4711)`.
  func threadWithIDs(_ id: ThreadID) -> String {
    guard let thread = report.state.threads[id] else { return self.thread(id) }
    var ids: [String] = []
    if !self.thread(id).contains("#\(id.index)") { ids.append("thread #\(id.index)") }
    if thread.systemID != 0 { ids.append("tid \(thread.systemID)") }
    switch thread.kind {
    case .plain: break
    case .main: if !thread.name.isEmpty { ids.append("main thread") }
    case .dispatch: ids.append("dispatch worker")
    case .pool: ids.append("task-pool worker")
    }
    return self.thread(id) + (ids.isEmpty ? "" : " (\(ids.joined(separator: ", ")))")
  }

  /// `"queue"`, `the lock created at Buffer.swift:12`, or `lock #5`.
  package func lock(_ id: LockID) -> String { locks[id] ?? "lock #\(id.index)" }

  /// The same with the kind of lock before a name: `condition lock "queue"`.
  func lockWithKind(_ id: LockID) -> String {
    guard let state = report.state.locks[id], !state.name.isEmpty else { return lock(id) }
    return "\(state.kind.noun) \(lock(id))"
  }

  /// `locks "A" and "B"`, or each with its kind.
  func locks(_ ids: [LockID]) -> String {
    let nouns = Set(ids.map { report.state.locks[$0]?.kind.noun })
    if ids.count > 1, ids.allSatisfy(isNamed), nouns.count == 1, let noun = nouns.first ?? nil {
      return "\(noun)s \(Labels.list(ids.map(lock)))"
    }
    return Labels.list(ids.map(lockWithKind))
  }

  func isNamed(_ id: LockID) -> Bool { report.state.locks[id]?.name.isEmpty == false }

  /// `1 (full)`, or `1` where the value has no name.
  func value(_ value: Int, of lock: LockID) -> String {
    guard let name = report.state.locks[lock]?.valueNames[value], !name.isEmpty else {
      return "\(value)"
    }
    return "\(value) (\(Escape.text(name)))"
  }

  /// ` (T0.4)` for a tagged operation, else nothing.
  func tag(_ mark: Mark) -> String {
    report.name(of: mark.tag).map { " (\(Escape.text($0)))" } ?? ""
  }

  /// How long a mark has lasted: `2.3 s`; nil when its time is unknown.
  func age(_ time: UInt64) -> String? {
    guard time > 0 else { return nil }
    return Span.text(report.state.time > time ? report.state.time - time : 0)
  }

  /// ` for 2.3 s`, or nothing.
  func lasting(_ time: UInt64) -> String { age(time).map { " for \($0)" } ?? "" }

  /// ` 2.3 s ago`, or nothing.
  func ago(_ time: UInt64) -> String { age(time).map { " \($0) ago" } ?? "" }

  /// `Buffer.swift:12` or a tag: where a mark's user code is, in short.
  func place(_ mark: Mark) -> String? {
    if let name = report.name(of: mark.tag) { return Escape.text(name) }
    return Labels.place(report.frames(of: mark))
  }

  package static func place(_ frames: [Frame]) -> String? {
    // A macro's own file is nobody's.
    let written = frames.first {
      $0.kind == .call && !$0.isOwn && $0.fileName?.hasPrefix("@__swiftmacro_") != true
    }
    guard let frame = written ?? frames.firstOfUser else { return nil }
    if let file = frame.fileName { return "\(Escape.text(file)):\(frame.line)" }
    if let function = frame.function { return Escape.text(function) }
    return frame.image.map { "\(Escape.text($0))+\(Hexadecimal.text(of: frame.offset))" }
  }

  /// `"a"`, `"a" and "b"`, `"a", "b" and "c"`.
  static func list(_ items: [String]) -> String {
    guard items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + items[items.count - 1]
  }

  private static func plain(_ thread: ThreadState) -> String {
    if !thread.name.isEmpty { return Escape.quoted(thread.name) }
    return thread.kind == .main
      ? "the main thread" : "thread \(number(thread.id.index, thread.id.generation))"
  }

  private static func plain(_ lock: LockState, in report: Report) -> String {
    if !lock.name.isEmpty { return Escape.quoted(lock.name) }
    guard let place = place(report.frames(of: lock.creation)) else {
      return "\(lock.kind.noun) \(number(lock.id.index, lock.id.generation))"
    }
    return "the \(lock.kind.noun) created at \(place)"
  }

  private static func number(_ index: UInt32, _ generation: UInt32) -> String {
    generation > 1 ? "#\(index).\(generation)" : "#\(index)"
  }

  /// Adds a number to labels that more than one thing has.
  private static func separate<ID>(_ labels: inout [ID: String], number: (ID) -> String) {
    var counts: [String: Int] = [:]
    for label in labels.values { counts[label, default: 0] += 1 }
    for (id, label) in labels where counts[label] != 1 { labels[id] = "\(label) \(number(id))" }
  }
}

extension LockKind {
  /// What it is called in a sentence.
  var noun: String {
    switch self {
    case .condition: "condition lock"
    case .mutex, .external: "lock"
    case .recursive: "recursive lock"
    case .monitor: "condition"
    case .semaphore: "semaphore"
    }
  }
}
