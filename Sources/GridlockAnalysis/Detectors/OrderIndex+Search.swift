import GridlockEvents

extension OrderIndex {
  /// A closed chain: each thread holds what the one before it asks for.
  struct Ring: Sendable {
    var tuples: [OrderTuple]
    var nodes: Set<Node>
    /// Two of the chain that a start or a join puts one before the other.
    var separated: (first: OrderTuple, second: OrderTuple)?
  }

  /// The rings that the tuple, just recorded in the pattern, closes, shorter ones first.
  ///
  /// - Parameter work: how many steps may be taken; what is left afterwards. Zero: cut short.
  func rings(
    closedBy tuple: OrderTuple, in start: Int, prunesGates: Bool, work: inout Int
  ) -> [Ring] {
    var found: [Ring] = []
    var known: Set<Set<Node>> = []
    for limit in [2, 3, 5, Int.max] {
      var wasLimited = false
      search(from: start, limit: limit, prunesGates: prunesGates, work: &work) {
        chain, isLimited, work in
        wasLimited = wasLimited || isLimited
        guard !chain.isEmpty else { return }
        let nodes = Set(chain.compactMap { patterns[$0]?.wanted })
        guard !known.contains(nodes) else { return }
        if let ring = assign(chain, first: tuple, nodes: nodes, work: &work) {
          known.insert(nodes)
          found.append(ring)
        }
      }
      if !wasLimited || work <= 0 { break }
    }
    return found
  }

  /// Grows chains of patterns, depth first, and hands over each closed one; or an empty one where
  /// the limit kept a chain from growing.
  private func search(
    from start: Int, limit: Int, prunesGates: Bool, work: inout Int,
    visit: (_ chain: [Int], _ isLimited: Bool, _ work: inout Int) -> Void
  ) {
    guard let first = patterns[start] else { return }
    var chain = [start]
    var cursors = [0]
    var wanted: Set<Node> = [first.wanted]
    while let top = chain.last, let pattern = patterns[top] {
      let candidates = patternsHolding[pattern.wanted] ?? []
      let cursor = cursors[cursors.count - 1]
      guard cursor < candidates.count else {
        chain.removeLast()
        cursors.removeLast()
        wanted.remove(pattern.wanted)
        continue
      }
      cursors[cursors.count - 1] += 1
      work -= 1
      if work <= 0 { return }
      guard let next = patterns[candidates[cursor]], !wanted.contains(next.wanted),
        areOnOneCycle(pattern.wanted, next.wanted)
      else { continue }
      if prunesGates {
        work -= chain.count / 16
        let isGated = chain.contains { patterns[$0]?.held.isDisjoint(with: next.held) == false }
        if isGated { continue }
      }
      if first.held.contains(next.wanted) {
        visit(chain + [candidates[cursor]], false, &work)
      } else if chain.count + 1 < limit {
        chain.append(candidates[cursor])
        cursors.append(0)
        wanted.insert(next.wanted)
      } else {
        visit([], true, &work)
      }
    }
  }

  /// Gives each pattern of a chain a thread of its own, if possible threads that nothing separates.
  private func assign(
    _ chain: [Int], first: OrderTuple, nodes: Set<Node>, work: inout Int
  ) -> Ring? {
    if let tuples = assign(chain, first: first, concurrent: true, work: &work) {
      return Ring(tuples: tuples, nodes: nodes, separated: nil)
    }
    guard let tuples = assign(chain, first: first, concurrent: false, work: &work) else {
      return nil
    }
    for (position, left) in tuples.enumerated() {
      for right in tuples[(position + 1)...] {
        if left.stamp.isBefore(right.stamp) {
          return Ring(tuples: tuples, nodes: nodes, separated: (left, right))
        }
        if right.stamp.isBefore(left.stamp) {
          return Ring(tuples: tuples, nodes: nodes, separated: (right, left))
        }
      }
    }
    return Ring(tuples: tuples, nodes: nodes, separated: nil)
  }

  private func assign(
    _ chain: [Int], first: OrderTuple, concurrent: Bool, work: inout Int
  ) -> [OrderTuple]? {
    var chosen = [first]
    var cursors = [0]
    while chosen.count < chain.count {
      let candidates = patterns[chain[chosen.count]]?.tuples ?? []
      let cursor = cursors[cursors.count - 1]
      guard cursor < candidates.count else {
        if chosen.count == 1 { return nil }
        chosen.removeLast()
        cursors.removeLast()
        continue
      }
      cursors[cursors.count - 1] += 1
      work -= 1
      if work <= 0 { return nil }
      let candidate = candidates[cursor]
      let fits = chosen.allSatisfy { other in
        other.thread != candidate.thread && !other.sharesGate(with: candidate)
          && !(concurrent
            && (other.stamp.isBefore(candidate.stamp) || candidate.stamp.isBefore(other.stamp)))
      }
      if fits {
        chosen.append(candidate)
        cursors.append(0)
      }
    }
    return chosen
  }
}
