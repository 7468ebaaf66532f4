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
    var tuples: [OrderTuple] = []
    /// Whose the tuples are, until there are more than are kept.
    var few: [Seen] = []
    /// Whose requests were seen, once there are more.
    var many: Set<Seen> = []
    var replaced = 0

    /// Whether the thread made this request in this epoch before.
    func hasSeen(_ seen: Seen) -> Bool {
      many.isEmpty ? few.contains(seen) : many.contains(seen)
    }
  }

  struct Seen: Hashable, Sendable {
    var thread: ThreadID
    var epoch: UInt32

    init(_ tuple: OrderTuple) {
      thread = tuple.thread
      epoch = tuple.stamp.epoch
    }
  }

  /// What is held. One node, as mostly, is found without a table of its own.
  enum Held: Hashable, Sendable {
    case one(Node)
    case several(Set<Node>)

    /// - Parameter nodes: not empty.
    init(_ nodes: Set<Node>) {
      self = nodes.count == 1 ? .one(nodes[nodes.startIndex]) : .several(nodes)
    }

    var nodes: Set<Node> {
      switch self {
      case .one(let node): [node]
      case .several(let nodes): nodes
      }
    }

    mutating func insert(_ node: Node) {
      switch self {
      case .one(node): break
      case .one(let other): self = .several([other, node])
      case .several(var nodes):
        nodes.insert(node)
        self = .several(nodes)
      }
    }
  }

  private struct Key: Hashable, Sendable {
    var wanted: Node
    var held: Held
  }

  static var keptTuples: Int { 8 }
  static var keptSeen: Int { 4096 }

  /// By number; nil for those that are free again.
  private(set) var patterns: [Pattern?] = []
  var patternsHolding: [Node: [Int]] = [:]
  private var patternIDs: [Key: Int] = [:]
  private var patternsNaming: [Node: Set<Int>] = [:]
  private var freePatterns: [Int] = []
  private(set) var graph = LockOrderGraph<Node>()
  /// The edges that the graph refused.
  private var closing: [Node: Set<Node>] = [:]
  private var closingBack: [Node: Set<Node>] = [:]
  private var component: [Node: Int] = [:]
  private var members: [Int: [Node]] = [:]
  private var nextComponent = 0

  /// Whether both lie on one cycle of edges.
  func areOnOneCycle(_ left: Node, _ right: Node) -> Bool {
    guard !component.isEmpty, let mine = component[left] else { return false }
    return mine == component[right]
  }

  /// Notes a request.
  ///
  /// - Returns: its pattern, when it is new for its thread and lies on a cycle of edges.
  mutating func record(_ tuple: OrderTuple, wanted: Node, held: Held) -> Int? {
    let key = Key(wanted: wanted, held: held)
    let id = patternIDs[key] ?? add(key)
    guard keep(tuple, in: id) else { return nil }
    switch held {
    case .one(let node): return areOnOneCycle(node, wanted) ? id : nil
    case .several(let nodes): return nodes.contains { areOnOneCycle($0, wanted) } ? id : nil
    }
  }

  private mutating func add(_ key: Key) -> Int {
    let held = key.held.nodes
    let pattern = Pattern(wanted: key.wanted, held: held)
    let id: Int
    if let free = freePatterns.popLast() {
      id = free
      patterns[id] = pattern
    } else {
      id = patterns.count
      patterns.append(pattern)
    }
    patternIDs[key] = id
    patternsNaming[key.wanted, default: []].insert(id)
    for node in held {
      patternsHolding[node, default: []].append(id)
      patternsNaming[node, default: []].insert(id)
      addEdge(from: node, to: key.wanted)
    }
    return id
  }

  /// Keeps a request in a pattern.
  ///
  /// - Returns: whether it is new for its thread.
  private mutating func keep(_ tuple: OrderTuple, in id: Int) -> Bool {
    let seen = Seen(tuple)
    guard patterns[id]?.hasSeen(seen) == false else { return false }
    if let count = patterns[id]?.tuples.count, count < Self.keptTuples {
      patterns[id]?.tuples.append(tuple)
      patterns[id]?.few.append(seen)
    } else {
      replaceTuple(with: tuple, seen, in: id)
    }
    return true
  }

  private mutating func replaceTuple(with tuple: OrderTuple, _ seen: Seen, in id: Int) {
    guard let pattern = patterns[id] else { return }
    if pattern.many.isEmpty {
      patterns[id]?.many = Set(pattern.few)
    } else if pattern.many.count >= Self.keptSeen {
      patterns[id]?.many = []
    }
    patterns[id]?.many.insert(seen)
    let half = Self.keptTuples / 2
    patterns[id]?.tuples[half + pattern.replaced % half] = tuple
    patterns[id]?.replaced += 1
  }

  /// Forgets a node: requests for it, and its part in what other requests held.
  mutating func remove(_ node: Node) {
    for id in patternsNaming.removeValue(forKey: node) ?? [] {
      guard var pattern = patterns[id] else { continue }
      patternIDs[Key(wanted: pattern.wanted, held: Held(pattern.held))] = nil
      pattern.held.remove(node)
      if pattern.wanted == node || pattern.held.isEmpty {
        drop(id, pattern)
        continue
      }
      let key = Key(wanted: pattern.wanted, held: Held(pattern.held))
      if let twin = patternIDs[key] {
        drop(id, pattern)
        for tuple in pattern.tuples { _ = keep(tuple, in: twin) }
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
    freePatterns.append(id)
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
