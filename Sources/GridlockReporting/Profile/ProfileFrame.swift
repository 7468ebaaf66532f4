import GridlockAnalysis
import GridlockEvents

/// One line of a profile's stack: a call, or words where there is none.
struct ProfileFrame: Hashable {
  var name: String
  /// Empty when unknown.
  var file: String = ""
  /// From 1; zero when unknown.
  var line: Int = 0

  init(name: String) { self.name = name }

  init(_ frame: Frame) {
    switch frame.kind {
    case .omitted(let count): name = "... \(count) calls were not kept"
    case .truncated: name = "... the stack goes on from here"
    case .call:
      let image = frame.image.map { "\(Escape.text($0))+\(Hexadecimal.text(of: frame.offset))" }
      name = frame.function.map { Escape.text($0) } ?? image ?? Hexadecimal.text(of: frame.address)
      file = frame.file.map { Escape.text($0) } ?? ""
      line = frame.line
    }
  }
}

extension ContentionProfile {
  /// The stack of an entry, innermost first, with what it waited for as the innermost line, and,
  /// grouped by locks, the lock as the outermost.
  func frames(of entry: Entry, by grouping: Grouping, _ labels: Labels) -> [ProfileFrame] {
    let cause = words(for: entry.cause, on: labels.lock(entry.lock), entry, labels)
    var result = [ProfileFrame(name: cause)]
    let frames = stacks[entry.stack] ?? []
    if !frames.isEmpty {
      result += frames[...].ofProgram.map(ProfileFrame.init)
    } else if let name = report.name(of: entry.tag) {
      result.append(ProfileFrame(name: Escape.text(name)))
    } else if entry.cause != .heldSinceBefore {
      result.append(ProfileFrame(name: "no stack was kept"))
    }
    if grouping == .lock { result.append(ProfileFrame(name: labels.lockWithKind(entry.lock))) }
    return result
  }

  /// `"queue" was held`.
  func words(for cause: Cause, on lock: String, _ entry: Entry, _ labels: Labels) -> String {
    switch cause {
    case .held: "\(lock) was held"
    case .heldSinceBefore: "\(lock) was held since before what was kept"
    case .value(let value): "waiting for \(lock) to become \(labels.value(value, of: entry.lock))"
    case .signal: "waiting for a signal on \(lock)"
    case .count: "waiting for the count of \(lock)"
    case .free: "\(lock) was free, the waiter on its way"
    }
  }
}
