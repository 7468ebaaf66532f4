import GridlockAnalysis
import GridlockEvents

extension Report {
  /// The frames of a stack; empty when it was not kept.
  func frames(of mark: Mark) -> [Frame] { stacks[mark.stack] ?? [] }

  /// Whether any stack was kept.
  var hasStacks: Bool { stacks.values.contains { !$0.isEmpty } }

  /// Every stack that a renderer may ask for.
  var mentionedStacks: Set<StackID> {
    var result: Set<StackID> = []
    func add(_ mark: Mark?) {
      if let mark, mark.stack != .none { result.insert(mark.stack) }
    }
    for thread in state.threads.values {
      add(thread.wait?.mark)
      for hold in thread.holds { add(hold.mark) }
    }
    for lock in state.locks.values {
      add(lock.creation)
      add(lock.lastRelease?.mark)
      add(lock.lastSignal)
      lock.idleSignals.forEach(add)
      for record in lock.values.values {
        add(record.lastSet)
        add(record.lastLeft)
      }
    }
    for part in findings.flatMap(\.participants) { add(part.mark) }
    for event in histories.values.joined() where event.stack != .none {
      result.insert(event.stack)
    }
    return result
  }
}
