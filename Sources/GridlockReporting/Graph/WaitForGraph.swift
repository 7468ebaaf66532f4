import GridlockAnalysis
import GridlockEvents

/// Who waits for what and who holds it: the graph that DOT and HTML draw.
///
/// An edge leads from what can't go on to what would let it go on, so that a ring of edges is a
/// ring of waits.
struct WaitForGraph: Sendable, Hashable {
  enum Node: Sendable, Hashable, Comparable {
    case thread(ThreadID)
    case lock(LockID)

    /// The same in every report for the same thread or lock of a run: `t3`, `l1`, `l1_2` for the
    /// second lock in a place.
    var name: String {
      switch self {
      case .thread(let id): WaitForGraph.name("t", id.index, id.generation)
      case .lock(let id): WaitForGraph.name("l", id.index, id.generation)
      }
    }
  }

  struct Edge: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// From a thread to the lock or thread it waits for.
      case waits
      /// From a lock to the thread that holds it.
      case heldBy
      /// From a lock to a thread that could set the value waited for, or signal.
      case couldHelp
      /// As `waits` and `heldBy`, where nothing hung but could.
      case wouldWait
      case wasHeldBy
    }

    var from: Node
    var to: Node
    var kind: Kind
    /// `wants 1 (full), is 0 (empty)`; empty where there is nothing to say.
    var label = ""
    /// The value waited for, where the lock beside it shows the present one: `wants 1 (full)`.
    var wants = ""
    /// Whether it closes a ring with others of the present.
    var isInCycle = false

    var isOfPresent: Bool { kind == .waits || kind == .heldBy || kind == .couldHelp }
  }

  /// Threads before locks, each in order of number.
  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  private var known: Set<Route> = []

  /// What two edges must share to say the same.
  private struct Route: Sendable, Hashable {
    var from: Node
    var to: Node
    var kind: Edge.Kind?
  }

  /// - Complexity: O(n + e) besides sorting.
  init(_ report: Report) {
    self.init(labels: Labels(report))
  }

  init(labels: Labels) {
    let state = labels.report.state
    for (id, thread) in state.threads.sorted(by: { $0.key < $1.key }) where !thread.isObserver {
      for hold in thread.holds {
        add(Edge(from: .lock(hold.lock), to: .thread(id), kind: .heldBy))
      }
      guard let wait = thread.wait else { continue }
      switch wait.target {
      case .lock(let lock), .signal(let lock):
        add(
          Edge(
            from: .thread(id), to: .lock(lock), kind: .waits,
            label: WaitForGraph.label(of: wait, on: lock, labels),
            wants: wait.wanted.map { "wants \(labels.value($0, of: lock))" } ?? ""))
      case .end(let other):
        add(Edge(from: .thread(id), to: .thread(other), kind: .waits, label: "its end"))
      }
    }
    for finding in labels.report.findings { add(finding, in: state) }
    let known = Set(edges.flatMap { [$0.from, $0.to] })
    nodes = known.sorted()
    markCycles()
  }

  private mutating func add(_ finding: Finding, in state: SystemState) {
    if finding.occurrence == .predicted {
      for part in finding.participants {
        guard let lock = part.lock else { continue }
        let thread = Node.thread(part.mark.thread)
        switch part.role {
        case .waits: add(Edge(from: thread, to: .lock(lock), kind: .wouldWait))
        case .holds: add(Edge(from: .lock(lock), to: thread, kind: .wasHeldBy))
        default: break
        }
      }
      return
    }
    // Whoever could help the first that waits: those the finding says could, and those that need
    // what a nested monitor's waiter holds.
    guard let first = finding.participants.first(where: { $0.role == .waits && $0.lock != nil }),
      let lock = first.lock
    else { return }
    let isNested = ([finding.kind] + finding.also).contains(.nestedMonitor)
    let isAlone = finding.participants.filter { $0.role == .waits && $0.lock != nil }.count == 1
    let held = Set(state.threads[first.mark.thread]?.holds.map(\.lock) ?? [])
    for part in finding.participants where part.mark.thread != first.mark.thread {
      let needsHeld = part.role == .waits && part.lock.map(held.contains) == true
      guard isAlone && part.role == .couldHelp || isNested && needsHeld else { continue }
      add(Edge(from: .lock(lock), to: .thread(part.mark.thread), kind: .couldHelp))
    }
  }

  private mutating func add(_ edge: Edge) {
    // What is so now need not be said to be possible.
    if !edge.isOfPresent, known.contains(Route(from: edge.from, to: edge.to, kind: nil)) { return }
    let isNew = known.insert(Route(from: edge.from, to: edge.to, kind: edge.kind)).inserted
    if edge.isOfPresent { known.insert(Route(from: edge.from, to: edge.to, kind: nil)) }
    if isNew { edges.append(edge) }
  }

  private mutating func markCycles() {
    var numbers: [Node: Int] = [:]
    for (index, node) in nodes.enumerated() { numbers[node] = index }
    var next = [[Int]](repeating: [], count: nodes.count)
    for edge in edges where edge.isOfPresent {
      if let from = numbers[edge.from], let to = numbers[edge.to] { next[from].append(to) }
    }
    let groups = StrongGroups(next: next).groups
    for (index, edge) in edges.enumerated() where edge.isOfPresent {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      edges[index].isInCycle = groups[from] == groups[to]
    }
  }

  /// `wants 1 (full), is 0 (empty)`.
  private static func label(of wait: Wait, on lock: LockID, _ labels: Labels) -> String {
    guard let state = labels.report.state.locks[lock] else { return "" }
    if let wanted = wait.wanted {
      return "wants \(labels.value(wanted, of: lock)), is \(labels.value(state.value, of: lock))"
    }
    if case .signal = wait.target { return "a signal" }
    return state.kind == .semaphore ? "count is \(state.value)" : ""
  }

  private static func name(_ prefix: String, _ index: UInt32, _ generation: UInt32) -> String {
    generation > 1 ? "\(prefix)\(index)_\(generation)" : "\(prefix)\(index)"
  }
}
