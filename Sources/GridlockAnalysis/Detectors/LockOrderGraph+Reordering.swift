extension LockOrderGraph {
  /// Makes room for an edge that goes against the ranks.
  ///
  /// Searches forward from the target among ranks up to the source's, then backward from the
  /// source among ranks down to the target's, and deals the ranks met to the backward set first.
  ///
  /// - Returns: the nodes of the cycle that the edge would close, or nil.
  mutating func reorder(source: Int, target: Int) -> [Node]? {
    let upper = entries[source].rank
    let lower = entries[target].rank
    visit += 1
    var forward = [target]
    entries[target].visit = visit
    entries[target].parent = -1
    var position = 0
    while position < forward.count {
      let index = forward[position]
      position += 1
      for next in entries[index].successors
      where entries[next].rank <= upper && entries[next].visit != visit {
        entries[next].visit = visit
        entries[next].parent = index
        if next == source { return cycle(endingAt: source) }
        forward.append(next)
      }
    }

    visit += 1
    var backward = [source]
    entries[source].visit = visit
    position = 0
    while position < backward.count {
      let index = backward[position]
      position += 1
      for previous in entries[index].predecessors
      where entries[previous].rank >= lower && entries[previous].visit != visit {
        entries[previous].visit = visit
        backward.append(previous)
      }
    }

    forward.sort { entries[$0].rank < entries[$1].rank }
    backward.sort { entries[$0].rank < entries[$1].rank }
    let affected = backward + forward
    let ranks = affected.map { entries[$0].rank }.sorted()
    for (index, rank) in zip(affected, ranks) { entries[index].rank = rank }
    return nil
  }

  private func cycle(endingAt source: Int) -> [Node] {
    var path: [Node] = []
    var index = entries[source].parent
    while index >= 0 {
      if let node = entries[index].node { path.append(node) }
      index = entries[index].parent
    }
    if let node = entries[source].node { path.append(node) }
    return path.reversed()
  }
}
