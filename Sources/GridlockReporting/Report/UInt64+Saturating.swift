extension UInt64 {
  /// Adds what another process counted: no number there may end this one.
  package mutating func addSaturating(_ other: UInt64) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}
