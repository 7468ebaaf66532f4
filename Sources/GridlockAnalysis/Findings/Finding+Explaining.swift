extension Finding {
  /// Whether this tells of a stuck wait all that the other foresaw, or told in part.
  package func explains(_ other: Finding) -> Bool {
    let kinds: [Kind]
    switch other.kind {
    case .order: kinds = [.cycle]
    case .waitHolding: kinds = [.nestedMonitor, .cycle]
    case .lostWakeup, .exitHolding, .brokenChain, .drift: kinds = [other.kind]
    default: return false
    }
    guard occurrence == .actual, kinds.contains(where: { kind == $0 || also.contains($0) }) else {
      return false
    }
    let mine = Set(participants.compactMap(\.lock))
    return other.participants.compactMap(\.lock).allSatisfy(mine.contains)
  }
}
