import GridlockEvents

/// The strongly connected components of a graph of threads, each with a ring in it or single.
struct StrongComponents {
  private(set) var components: [[ThreadID]] = []

  /// Finds them by Tarjan's algorithm, without recursion.
  /// - Complexity: O(threads + edges)
  init(of edges: [ThreadID: [ThreadID]], in threads: [ThreadID]) {
    var index: [ThreadID: Int] = [:]
    var low: [ThreadID: Int] = [:]
    var onStack: Set<ThreadID> = []
    var stack: [ThreadID] = []
    for root in threads where index[root] == nil {
      var path: [(thread: ThreadID, edge: Int)] = [(root, 0)]
      while let (thread, edge) = path.last {
        if edge == 0 && index[thread] == nil {
          index[thread] = index.count
          low[thread] = index[thread]
          stack.append(thread)
          onStack.insert(thread)
        }
        let targets = edges[thread] ?? []
        if edge < targets.count {
          path[path.count - 1].edge += 1
          let target = targets[edge]
          if index[target] == nil {
            path.append((target, 0))
          } else if onStack.contains(target) {
            low[thread] = min(low[thread] ?? 0, index[target] ?? 0)
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.thread {
          low[parent] = min(low[parent] ?? 0, low[thread] ?? 0)
        }
        guard low[thread] == index[thread] else { continue }
        var component: [ThreadID] = []
        repeat {
          guard let member = stack.popLast() else { break }
          onStack.remove(member)
          component.append(member)
        } while component.last != thread
        components.append(component)
      }
    }
    components.sort { ($0.min() ?? .none) < ($1.min() ?? .none) }
  }
}
