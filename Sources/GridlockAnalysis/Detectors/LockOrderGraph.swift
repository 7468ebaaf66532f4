/// The order in which locks are taken: a directed graph kept free of cycles, with a topological
/// order maintained as edges arrive (Pearce and Kelly).
///
/// Each node has a rank, unique, and lower than those of all nodes its edges lead to. An edge that
/// would close a cycle is not stored; the caller learns of the cycle.
///
/// - Complexity: a known edge, or one that agrees with the ranks, is O(1). Another costs
///   O(d log d), where d counts the nodes between the two ranks that the search meets, and their
///   edges. Removal of a node is O(its edges).
public struct LockOrderGraph<Node: Hashable & Sendable>: Sendable {
  struct Entry: Sendable {
    var node: Node?
    var rank: Int
    var successors: Set<Int> = []
    var predecessors: Set<Int> = []
    /// The number of the latest search that met this entry, and the entry it came from.
    var visit: UInt64 = 0
    var parent: Int = -1
  }

  var entries: [Entry] = []
  var indices: [Node: Int] = [:]
  var freeIndices: [Int] = []
  var nextRank = 0
  var visit: UInt64 = 0
  public private(set) var edgeCount = 0

  public init() {}

  public var nodeCount: Int { indices.count }

  public func contains(_ node: Node) -> Bool { indices[node] != nil }

  /// Whether the edge is stored.
  public func hasEdge(from: Node, to: Node) -> Bool {
    guard let source = indices[from], let target = indices[to] else { return false }
    return entries[source].successors.contains(target)
  }

  /// The nodes that the stored edges from `node` lead to, in no particular order.
  public func successors(of node: Node) -> [Node] {
    guard let index = indices[node] else { return [] }
    return entries[index].successors.compactMap { entries[$0].node }
  }

  /// The nodes whose stored edges lead to `node`, in no particular order.
  public func predecessors(of node: Node) -> [Node] {
    guard let index = indices[node] else { return [] }
    return entries[index].predecessors.compactMap { entries[$0].node }
  }

  /// Adds an edge, unless it would close a cycle.
  ///
  /// - Returns: nil when the graph stays free of cycles; else the nodes of a cycle, from `from`
  ///   over `to` to the one with an edge back to `from`. A node's edge to itself is a cycle of one.
  public mutating func insert(from: Node, to: Node) -> [Node]? {
    if from == to { return [from] }
    let source = index(of: from)
    let target = index(of: to)
    if entries[source].successors.contains(target) { return nil }
    if entries[source].rank > entries[target].rank {
      if let cycle = reorder(source: source, target: target) { return cycle }
    }
    entries[source].successors.insert(target)
    entries[target].predecessors.insert(source)
    edgeCount += 1
    return nil
  }

  /// Takes a node out with all its edges. The same id may come back as a new node.
  public mutating func remove(_ node: Node) {
    guard let index = indices.removeValue(forKey: node) else { return }
    edgeCount -= entries[index].successors.count + entries[index].predecessors.count
    for next in entries[index].successors { entries[next].predecessors.remove(index) }
    for previous in entries[index].predecessors { entries[previous].successors.remove(index) }
    entries[index] = Entry(node: nil, rank: -1)
    freeIndices.append(index)
  }

  private mutating func index(of node: Node) -> Int {
    if let index = indices[node] { return index }
    let entry = Entry(node: node, rank: nextRank)
    nextRank += 1
    let index: Int
    if let free = freeIndices.popLast() {
      index = free
      entries[index] = entry
    } else {
      index = entries.count
      entries.append(entry)
    }
    indices[node] = index
    return index
  }
}
