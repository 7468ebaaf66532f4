import GridlockEvents

extension StuckAnalysis {
  /// Reports rings of threads that wait for each other, one for each knot of them.
  mutating func findCycles() {
    var edges: [ThreadID: [ThreadID]] = [:]
    for thread in stuck where claims[thread] == nil {
      edges[thread] = blockers(of: thread).filter { claims[$0] == nil }
    }
    for component in StrongComponents(of: edges, in: stuck.filter { edges[$0] != nil }).components {
      guard let ring = Self.shortestRing(in: component, edges: edges) else { continue }
      let stories = stories(of: ring)
      report(
        .cycle, also: stories.map(\.kind).filter { $0 != .orphanWait }, members: ring,
        participants: participants(ofRing: ring)
          + stories.flatMap(\.participants).filter { $0.role == .caused })
    }
  }

  /// The shortest way from the least thread of `component` back to itself, or nil if there is none.
  static func shortestRing(
    in component: [ThreadID], edges: [ThreadID: [ThreadID]]
  ) -> [ThreadID]? {
    guard let start = component.min() else { return nil }
    let inside = Set(component)
    var parents: [ThreadID: ThreadID] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let thread = queue[next]
      next += 1
      for target in edges[thread] ?? [] where inside.contains(target) {
        if target == start {
          var ring = [thread]
          while let last = ring.last, last != start, let parent = parents[last] {
            ring.append(parent)
          }
          return ring.reversed()
        }
        guard parents[target] == nil else { continue }
        parents[target] = thread
        queue.append(target)
      }
    }
    return nil
  }

  /// Each thread of `ring` in turn: its wait, and what the one before it needs from it.
  private func participants(ofRing ring: [ThreadID]) -> [Finding.Participant] {
    var result: [Finding.Participant] = []
    for (index, thread) in ring.enumerated() {
      result += waiting(thread)
      let previous = ring[(index + ring.count - 1) % ring.count]
      for need in needs[previous] ?? [] {
        switch need {
        case .release(let lock, let owner):
          if owner == thread { result.append(holding(lock, by: thread)) }
        case .value, .signal, .count:
          result += taking(for: need, by: thread) ?? lastHelp(for: need, by: thread)
        case .end: break
        }
      }
    }
    return result
  }
}
