import GridlockEvents

/// Every schedule that differs in more than the order of independent steps, depth first.
///
/// Dynamic partial-order reduction (Flanagan and Godefroid, 2005): a schedule is run to its end;
/// for each step, the last earlier step of another thread that it depends on and that did not have
/// to come first is a race, and the thread is tried before it. Sleep sets (Godefroid, 1996) leave
/// out what an earlier branch covered. With a bound on preemptions, races are also tried where the
/// raced thread was last switched to, which costs no preemption (Coons, Musuvathi and McKinley,
/// 2013), and sleep sets are not used.
final class BacktrackingChooser: ScheduleChooser {
  /// A choice point of the present path.
  private struct Node {
    var enabled: UInt64 = 0
    var candidates: UInt64 = 0
    var backtrack: UInt64 = 0
    var done: UInt64 = 0
    var sleep: UInt64 = 0
    var chosen = 0
    /// Who went before, and how many preemptions there were until here.
    var previous = 0
    var preemptions = 0
    var pending: [ScheduleStep] = []
    /// Signals of this step: which thread in line got each, of how many.
    var waiters: [(choice: Int, count: Int)] = []
  }

  private let bound: Int?
  private var nodes: [Node] = []
  private var depth = 0
  private var waiter = 0
  private var isFirst = true
  /// The present schedule has left what is worth trying; it only runs to its end.
  private var isRedundant = false

  init(preemptions: Int?) { bound = preemptions }

  func begin() -> Bool {
    depth = 0
    waiter = 0
    isRedundant = false
    defer { isFirst = false }
    return isFirst || advance()
  }

  /// Goes to the next branch: the deepest choice that has one left.
  private func advance() -> Bool {
    while var node = nodes.popLast() {
      if let last = node.waiters.lastIndex(where: { $0.choice + 1 < $0.count }) {
        node.waiters.removeSubrange((last + 1)...)
        node.waiters[last].choice += 1
        nodes.append(node)
        return true
      }
      node.done |= 1 << UInt64(node.chosen)
      let left = node.backtrack & ~node.done & ~node.sleep
      if let next = (0..<64).first(where: { left & (1 << UInt64($0)) != 0 && isWithin(node, $0) }) {
        node.chosen = next
        node.waiters = []
        nodes.append(node)
        return true
      }
    }
    return false
  }

  private func isPreemption(_ node: Node, _ party: Int) -> Bool {
    party != node.previous && node.candidates & (1 << UInt64(node.previous)) != 0
  }

  private func isWithin(_ node: Node, _ party: Int) -> Bool {
    guard let bound else { return true }
    return node.preemptions + (isPreemption(node, party) ? 1 : 0) <= bound
  }

  func choose(_ point: ChoicePoint) -> Int? {
    defer { depth += 1 }
    waiter = 0
    if depth < nodes.count {
      let chosen = nodes[depth].chosen
      return point.enabled & (1 << UInt64(chosen)) != 0 ? chosen : nil
    }
    var node = Node()
    node.enabled = point.enabled
    node.candidates = point.candidates
    node.pending = point.pending
    node.previous = point.current
    if let last = nodes.last {
      node.preemptions = last.preemptions + (isPreemption(last, last.chosen) ? 1 : 0)
      if bound == nil { node.sleep = sleepers(after: last) }
    }
    let awake = point.candidates & ~node.sleep
    if awake == 0 { isRedundant = true }
    let choices = awake == 0 ? point.candidates : awake
    node.chosen =
      choices & (1 << UInt64(point.current)) != 0 ? point.current : choices.trailingZeroBitCount
    node.backtrack = isRedundant ? 0 : 1 << UInt64(node.chosen)
    nodes.append(node)
    return node.chosen
  }

  /// Those whose next step was tried from here before, and commutes with the step taken.
  private func sleepers(after node: Node) -> UInt64 {
    var sleep: UInt64 = 0
    let taken = node.pending[node.chosen]
    var left = (node.sleep | node.done) & ~(1 << UInt64(node.chosen))
    while left != 0 {
      let party = left.trailingZeroBitCount
      left &= left - 1
      if !node.pending[party].depends(on: taken) { sleep |= 1 << UInt64(party) }
    }
    return sleep
  }

  func chooseWaiter(of count: Int) -> Int {
    guard depth > 0 else { return 0 }
    defer { waiter += 1 }
    let last = depth - 1
    if waiter < nodes[last].waiters.count { return nodes[last].waiters[waiter].choice }
    nodes[last].waiters.append((0, count))
    return 0
  }

  // MARK: Races

  func end(_ steps: [ScheduleStep], pending: [ScheduleStep]) {
    // The first step, the body's begin, was no choice.
    let taken = Array(steps.dropFirst())
    nodes.removeSubrange(min(taken.count, nodes.count)...)
    var clocks = StepClocks()
    for (index, step) in taken.enumerated() where index < nodes.count {
      findRace(of: step, at: index, taken, clocks)
      clocks.take(step, index)
    }
    // Where nothing could go any more, what would have gone races too.
    for step in pending { findRace(of: step, at: min(taken.count, nodes.count), taken, clocks) }
  }

  private func findRace(
    of step: ScheduleStep, at index: Int, _ taken: [ScheduleStep], _ clocks: StepClocks
  ) {
    guard step.lock != .none else { return }
    for earlier in clocks.steps(on: step.lock).reversed() {
      let other = taken[earlier]
      guard other.party != step.party, !other.mustComeBefore(step) else { continue }
      if !clocks.happened(earlier, before: step.party) {
        addBacktrack(step.party, before: earlier, until: index, clocks)
        if bound != nil {
          // Where the other was last switched to, it may be kept from going without preempting it.
          var start = earlier
          while start > 0, nodes[start - 1].chosen == other.party { start -= 1 }
          if start != earlier { addBacktrack(step.party, before: start, until: index, clocks) }
        }
      }
      return
    }
  }

  private func addBacktrack(
    _ party: Int, before earlier: Int, until index: Int, _ clocks: StepClocks
  ) {
    let enabled = nodes[earlier].enabled
    if party < 64, enabled & (1 << UInt64(party)) != 0 {
      nodes[earlier].backtrack |= 1 << UInt64(party)
      return
    }
    nodes[earlier].backtrack |= enabled
  }
}

extension ScheduleStep {
  /// Whether it gives a lock up that the other then takes: the two are never both possible.
  func mustComeBefore(_ other: ScheduleStep) -> Bool {
    guard isOwnRelease, case .attempt(let operation, _) = other.act else { return false }
    return operation == .lock || operation == .lockWhen
  }
}
