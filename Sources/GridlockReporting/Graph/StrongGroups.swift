/// Groups the nodes of a graph that can all reach each other, by Tarjan's method without recursion.
struct StrongGroups {
  /// The group of each node.
  private(set) var groups: [Int]
  private var order: [Int]
  private var low: [Int]
  private var stack: [Int] = []
  private var count = 0
  private var groupCount = 0

  /// - Parameter next: The nodes that each node leads to.
  /// - Complexity: O(n + e).
  init(next: [[Int]]) {
    groups = Array(repeating: -1, count: next.count)
    order = groups
    low = groups
    for node in next.indices where order[node] < 0 { visit(node, next) }
  }

  private mutating func visit(_ root: Int, _ next: [[Int]]) {
    var path: [(node: Int, edge: Int)] = []
    enter(root)
    path.append((root, 0))
    while let (node, edge) = path.last {
      if edge < next[node].count {
        path[path.count - 1].edge += 1
        let other = next[node][edge]
        if order[other] < 0 {
          enter(other)
          path.append((other, 0))
        } else if groups[other] < 0 {
          low[node] = min(low[node], order[other])
        }
        continue
      }
      path.removeLast()
      if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
      if low[node] == order[node] { close(node) }
    }
  }

  private mutating func enter(_ node: Int) {
    order[node] = count
    low[node] = count
    count += 1
    stack.append(node)
  }

  private mutating func close(_ node: Int) {
    while let last = stack.popLast() {
      groups[last] = groupCount
      if last == node { break }
    }
    groupCount += 1
  }
}
