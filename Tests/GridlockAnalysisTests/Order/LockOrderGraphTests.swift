import Testing

@testable import GridlockAnalysis

@Suite("Lock order graph")
struct LockOrderGraphTests {
  @Test("An edge that closes a cycle is refused and the cycle told from its source")
  func cycle() {
    var graph = LockOrderGraph<String>()
    #expect(graph.insert(from: "A", to: "B") == nil)
    #expect(graph.insert(from: "B", to: "C") == nil)
    #expect(graph.insert(from: "C", to: "A") == ["C", "A", "B"])
    #expect(!graph.hasEdge(from: "C", to: "A"))
    #expect(graph.edgeCount == 2)
    #expect(graph.checkInvariants() == nil)
  }

  @Test("A node's edge to itself is a cycle of one")
  func selfEdge() {
    var graph = LockOrderGraph<String>()
    #expect(graph.insert(from: "A", to: "A") == ["A"])
    #expect(graph.nodeCount == 0)
  }

  @Test("An id that comes back after removal has no history")
  func reuse() {
    var graph = LockOrderGraph<Int>()
    #expect(graph.insert(from: 1, to: 2) == nil)
    graph.remove(1)
    #expect(graph.checkInvariants() == nil)
    #expect(graph.insert(from: 2, to: 1) == nil)
    #expect(graph.insert(from: 1, to: 2) == [1, 2])
    graph.remove(7)
    #expect(graph.nodeCount == 2)
    #expect(graph.checkInvariants() == nil)
  }

  @Test("It agrees with a naive model over a hundred thousand random operations")
  func differential() {
    var random = SplitMix(seed: 42)
    var graph = LockOrderGraph<Int>()
    var rows = [UInt64](repeating: 0, count: 48)
    func reaches(_ from: Int, _ to: Int) -> Bool {
      var met: UInt64 = 1 << UInt64(from)
      var pending = met
      while pending != 0 {
        let node = pending.trailingZeroBitCount
        pending &= pending - 1
        let fresh = rows[node] & ~met
        met |= fresh
        pending |= fresh
      }
      return met & (1 << UInt64(to)) != 0
    }
    var disagreements = 0
    var cycles = 0
    for step in 0..<100_000 {
      let draw = random.next()
      let from = Int(draw % 48)
      let to = Int(draw >> 16 % 48)
      if draw >> 32 % 24 == 0 {
        graph.remove(from)
        rows[from] = 0
        for row in rows.indices { rows[row] &= ~(1 << UInt64(from)) }
      } else {
        let path = graph.insert(from: from, to: to)
        if (path != nil) != (from == to || reaches(to, from)) { disagreements += 1 }
        if let path {
          cycles += 1
          if path.first != from || path.count > 1 && path[1] != to { disagreements += 1 }
          for (left, right) in zip(path.dropFirst(), path.dropFirst(2) + [from])
          where path.count > 1 && rows[left] & (1 << UInt64(right)) == 0 {
            disagreements += 1
          }
        } else {
          rows[from] |= 1 << UInt64(to)
        }
      }
      if step % 500 == 0, graph.checkInvariants() != nil { disagreements += 1 }
    }
    #expect(disagreements == 0)
    #expect(cycles > 1000)
    #expect(graph.edgeCount == rows.reduce(0) { $0 + $1.nonzeroBitCount })
  }

  @Test("It holds a hundred and thirty thousand locks")
  func many() {
    let count = 1 << 17
    var graph = LockOrderGraph<Int>()
    var refused = 0
    for node in 0..<(count - 1) where graph.insert(from: node, to: node + 1) != nil { refused += 1 }
    #expect(refused == 0)
    #expect(graph.nodeCount == count)
    #expect(graph.insert(from: count - 1, to: 0)?.count == count)
    #expect(graph.checkInvariants() == nil)
  }
}
