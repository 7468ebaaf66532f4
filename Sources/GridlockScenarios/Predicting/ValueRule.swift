import GridlockEvents

/// How the value that a place in the source sets comes about.
enum ValueRule: Sendable, Equatable {
  /// The same each time.
  case constant(Int)
  /// The value there was, and so much.
  case relative(Int)
  /// Something else: the code chooses.
  case unknown

  /// The rule of releases at one place, from what they set.
  init(_ releases: [RecordedOperation]) {
    let first = releases[0].event
    let isConstant = releases.allSatisfy { $0.event.after == first.after }
    let step = first.after &- first.before
    let isRelative = releases.allSatisfy { $0.event.after &- $0.event.before == step }
    if releases.contains(where: \.looked) {
      // It looked at the value before it set one; seen once, it may mean either.
      self =
        isRelative == isConstant
        ? .unknown : isConstant ? .constant(first.after) : .relative(step)
    } else {
      self = isConstant ? .constant(first.after) : isRelative ? .relative(step) : .unknown
    }
  }
}
