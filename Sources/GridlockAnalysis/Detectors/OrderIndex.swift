import GridlockEvents

/// What was asked for with what held, by lock or by class of locks, and which of it lies on a
/// cycle.
///
/// The graph is the filter: as long as a request's edges lie on no cycle, recording it costs
/// O(locks held) and there is nothing to search. An edge that closes a cycle costs O(nodes +
/// edges), once; while closing edges exist, each edge new to the graph costs what it reaches.
struct OrderIndex<Node: Hashable & Sendable>: Sendable {
  /// Equal requests, by whichever threads.
  struct Pattern: Sendable {
    var wanted: Node
    var held: Set<Node>
    /// The first and the latest few by distinct threads and epochs.
    var tuples: [OrderTuple]
    var seen: Set<Seen>
    var replaced = 0
  }

  struct Seen: Hashable, Sendable {
    var thread: ThreadID
    var epoch: UInt32
  }

  private struct Key: Hashable, Sendable {
    var wanted: Node
    var held: Set<Node>
  }

  static var keptTuples: Int { 8 }
  static var keptSeen: Int { 4096 }

  var patterns: [Int: Pattern] = [:]
  var patternsHolding: [Node: [Int]] = [:]
  private var patternIDs: [Key: Int] = [:]
  private var patternsNaming: [Node: Set<Int>] = [:]
  private var nextPattern = 0
  private(set) var graph = LockOrderGraph<Node>()
  /// The edges that the graph refused.
  private var closing: [Node: Set<Node>] = [:]
  private var closingBack: [Node: Set<Node>] = [:]
  private var component: [Node: Int] = [:]
  private var members: [Int: [Node]] = [:]
  private var nextComponent = 0
  /// Requests beyond those kept for one pattern.
  private(set) var tuplesDropped: UInt64 = 0

  /// Whether both lie on one cycle of edges.
  func areOnOneCycle(_ left: Node, _ right: Node) -> Bool {
    guard let mine = component[left] else { return false }
    return mine == component[right]
  }

  /// Notes a request.
  ///
  /// - Returns: its pattern, when it is new for its thread and lies on a cycle of edges.
  mutating func record(_ tuple: OrderTuple, wanted: Node, held: Set<Node>) -> Int? {
    let key = Key(wanted: wanted, held: held)
    let seen = Seen(thread: tuple.thread, epoch: tuple.stamp.epoch)
    let id: Int
    if let known = patternIDs[key] {
      id = known
      guard patterns[id]?.seen.insert(seen).inserted == true else { return nil }
      keep(tuple, in: id)
    } else {
      id = nextPattern
      nextPattern += 1
      patternIDs[key] = id
      patterns[id] = Pattern(wanted: wanted, held: held, tuples: [tuple], seen: [seen])
      patternsNaming[wanted, default: []].insert(id)
      for node in held {
        patternsHolding[node, default: []].append(id)
        patternsNaming[node, default: []].insert(id)
        addEdge(from: node, to: wanted)
      }
    }
    return held.contains { areOnOneCycle($0, wanted) } ? id : nil
  }

  private mutating func keep(_ tuple: OrderTuple, in id: Int) {
    guard let pattern = patterns[id] else { return }
    if pattern.seen.count > Self.keptSeen {
      patterns[id]?.seen = [Seen(thread: tuple.thread, epoch: tuple.stamp.epoch)]
    }
    if pattern.tuples.count < Self.keptTuples {
      patterns[id]?.tuples.append(tuple)
    } else {
      let half = Self.keptTuples / 2
      patterns[id]?.tuples[half + pattern.replaced % half] = tuple
      patterns[id]?.replaced += 1
      tuplesDropped += 1
    }
  }

  /// Forgets a node: requests for it, and its part in what other requests held.
  mutating func remove(_ node: Node) {
    for id in patternsNaming.removeValue(forKey: node) ?? [] {
      guard var pattern = patterns[id] else { continue }
      patternIDs[Key(wanted: pattern.wanted, held: pattern.held)] = nil
      pattern.held.remove(node)
      let key = Key(wanted: pattern.wanted, held: pattern.held)
      if pattern.wanted == node || pattern.held.isEmpty {
        drop(id, pattern)
      } else if let twin = patternIDs[key] {
        drop(id, pattern)
        for tuple in pattern.tuples {
          let seen = Seen(thread: tuple.thread, epoch: tuple.stamp.epoch)
          if patterns[twin]?.seen.insert(seen).inserted == true { keep(tuple, in: twin) }
        }
      } else {
        patternIDs[key] = id
        patterns[id] = pattern
      }
    }
    patternsHolding[node] = nil
    graph.remove(node)
    for next in closing.removeValue(forKey: node) ?? [] {
      closingBack[next]?.remove(node)
      if closingBack[next]?.isEmpty == true { closingBack[next] = nil }
    }
    for previous in closingBack.removeValue(forKey: node) ?? [] {
      closing[previous]?.remove(node)
      if closing[previous]?.isEmpty == true { closing[previous] = nil }
    }
    if let id = component.removeValue(forKey: node) {
      members[id]?.removeAll { $0 == node }
    }
  }

  private mutating func drop(_ id: Int, _ pattern: Pattern) {
    patterns[id] = nil
    patternsNaming[pattern.wanted]?.remove(id)
    for other in pattern.held {
      patternsNaming[other]?.remove(id)
      patternsHolding[other]?.removeAll { $0 == id }
    }
  }

  private mutating func addEdge(from: Node, to: Node) {
    if graph.hasEdge(from: from, to: to) || closing[from]?.contains(to) == true { return }
    if graph.insert(from: from, to: to) != nil {
      closing[from, default: []].insert(to)
      closingBack[to, default: []].insert(from)
    } else if closing.isEmpty || areOnOneCycle(from, to) {
      return
    }
    let ahead = reach(from: to) { graph.successors(of: $0) + (closing[$0] ?? []) }
    guard ahead.contains(from) else { return }
    let behind = reach(from: from) { graph.predecessors(of: $0) + (closingBack[$0] ?? []) }
    unite(ahead.intersection(behind))
  }

  private func reach(from start: Node, by step: (Node) -> [Node]) -> Set<Node> {
    var met: Set<Node> = [start]
    var pending = [start]
    while let node = pending.popLast() {
      for next in step(node) where met.insert(next).inserted { pending.append(next) }
    }
    return met
  }

  private mutating func unite(_ nodes: Set<Node>) {
    let id = nextComponent
    nextComponent += 1
    var united = nodes
    for node in nodes {
      if let old = component[node], let others = members.removeValue(forKey: old) {
        united.formUnion(others)
      }
    }
    for node in united { component[node] = id }
    members[id] = Array(united)
  }
}
