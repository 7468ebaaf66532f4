/// Lengths of time in words.
enum Span {
  /// With two figures below ten: `2.3 s`, `340 ms`, `3 min 20 s`.
  static func text(_ nanoseconds: UInt64) -> String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: decimal(nanoseconds, unit: 1_000) + " us"
    case ..<1_000_000_000: decimal(nanoseconds, unit: 1_000_000) + " ms"
    case ..<60_000_000_000: decimal(nanoseconds, unit: 1_000_000_000) + " s"
    default: long(nanoseconds / 1_000_000_000)
    }
  }

  private static func decimal(_ value: UInt64, unit: UInt64) -> String {
    let whole = value / unit
    guard whole < 10 else { return "\(whole)" }
    return "\(whole).\(value % unit * 10 / unit)"
  }

  private static func long(_ seconds: UInt64) -> String {
    let units: [(UInt64, String)] = [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    let index = units.firstIndex { seconds >= $0.0 } ?? 3
    var text = "\(seconds / units[index].0) \(units[index].1)"
    if index < 3 {
      let rest = seconds % units[index].0 / units[index + 1].0
      if rest > 0 { text += " \(rest) \(units[index + 1].1)" }
    }
    return text
  }
}
