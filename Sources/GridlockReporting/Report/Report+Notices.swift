extension Report {
  /// Says that searches for crossed lock orders met their limit, so that no report looks more
  /// complete than it is; says nothing when none did.
  public mutating func note(searchesCutShort count: UInt64) {
    guard count > 0 else { return }
    notices.append(
      "\(count) search\(count == 1 ? "" : "es") for crossed lock orders \(count == 1 ? "was" : "were")"
        + " cut short, since too many orders cross: some rings of locks may be missing.")
  }
}
