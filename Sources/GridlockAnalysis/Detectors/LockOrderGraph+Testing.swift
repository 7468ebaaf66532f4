extension LockOrderGraph {
  /// What is wrong with the structure, or nil. O(nodes + edges).
  package func checkInvariants() -> String? {
    var ranks: Set<Int> = []
    var edges = 0
    for (node, index) in indices {
      guard entries.indices.contains(index), entries[index].node == node else {
        return "the index of \(node) leads elsewhere"
      }
      let entry = entries[index]
      if entry.rank < 0 || entry.rank >= nextRank { return "\(node) has no valid rank" }
      if !ranks.insert(entry.rank).inserted { return "rank \(entry.rank) is shared" }
      for next in entry.successors {
        if entries[next].node == nil { return "an edge of \(node) leads to a removed node" }
        if entries[next].rank <= entry.rank { return "an edge of \(node) goes against the ranks" }
        if !entries[next].predecessors.contains(index) { return "\(node) has a one-sided edge" }
        edges += 1
      }
      for previous in entry.predecessors where !entries[previous].successors.contains(index) {
        return "\(node) has a one-sided edge back"
      }
    }
    if edges != edgeCount { return "\(edges) edges, counted as \(edgeCount)" }
    if freeIndices.count + indices.count != entries.count { return "an entry is lost" }
    for index in freeIndices where entries[index].node != nil { return "a free entry is in use" }
    return nil
  }
}
