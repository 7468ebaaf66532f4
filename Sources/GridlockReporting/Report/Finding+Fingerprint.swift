public import GridlockAnalysis
import GridlockEvents

extension Finding {
  /// A stable id: the same for the same mistake in another run, whatever the addresses, the order
  /// of events and the threads' numbers.
  ///
  /// Made of the kind and, for each thread's part, the operation, the lock's name or place of
  /// creation, and the user's function that called it (or the tag). Line numbers are left out, so
  /// that an edit above does not change it.
  public func fingerprint(in report: Report) -> String {
    var parts = Set<String>()
    for part in participants where part.role != .witness && part.role != .couldHelp {
      var text = "\(part.role.rawValue)|\(part.operation.rawValue)|"
      if let lock = part.lock { text += Finding.identity(of: lock, in: report) }
      text += "|" + Finding.site(of: part.mark, in: report)
      parts.insert(text)
    }
    var hash = Hash64()
    hash.combine(kind.rawValue)
    for text in parts.sorted() { hash.combine(text) }
    return "\(kind.rawValue)-\(Hexadecimal.digits(of: hash.value).prefix(12))"
  }

  private static func identity(of lock: LockID, in report: Report) -> String {
    guard let state = report.state.locks[lock] else { return "" }
    if !state.name.isEmpty { return state.name }
    return site(of: state.creation, in: report)
  }

  private static func site(of mark: Mark, in report: Report) -> String {
    if let name = report.name(of: mark.tag) { return name }
    guard let frame = report.frames(of: mark).firstOfUser else { return "" }
    if let function = frame.function { return "\(frame.fileName ?? "")|\(function)" }
    guard let image = frame.image else { return "" }
    return "\(image)+\(frame.offset)"
  }
}
