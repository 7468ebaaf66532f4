import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import GridlockReporting

@Suite("DOT")
struct DOTReportTests {
  @Test("a ring of waits is red, and who is stuck behind it is not")
  func cycle() throws {
    #expect(
      try Rendering.render(.dot, Stories.cycle) == #"""
        digraph gridlock {
          graph [rankdir=LR, label="Gridlock: Bank (process 4700)", labelloc=t, fontname="sans-serif"];
          node [fontname="sans-serif"];
          edge [fontname="sans-serif", fontsize=10];
          t2 [shape=box, label="\"worker-1\" (thread #2, tid 4702)", color=red];
          t3 [shape=box, label="\"worker-2\" (thread #3, tid 4703)", color=red];
          t4 [shape=box, label="\"logger\" (thread #4, tid 4704)"];
          l1 [shape=ellipse, label="lock \"A\"", color=red];
          l2 [shape=ellipse, label="lock \"B\"", color=red];
          l1 -> t2 [style=solid, color=red, penwidth=2, label="held by"];
          t2 -> l2 [style=dashed, color=red, penwidth=2, label="waits"];
          l2 -> t3 [style=solid, color=red, penwidth=2, label="held by"];
          t3 -> l1 [style=dashed, color=red, penwidth=2, label="waits"];
          t4 -> l1 [style=dashed, label="waits"];
        }

        """#)
  }

  @Test("a wait for a value tells the value wanted and the present one, and who could set it")
  func values() throws {
    #expect(
      try Rendering.render(.dot, Stories.nestedMonitor) == #"""
        digraph gridlock {
          graph [rankdir=LR, label="Gridlock: Bank (process 4700)", labelloc=t, fontname="sans-serif"];
          node [fontname="sans-serif"];
          edge [fontname="sans-serif", fontsize=10];
          t2 [shape=box, label="\"consumer\" (thread #2, tid 4702)", color=red];
          t3 [shape=box, label="\"producer\" (thread #3, tid 4703)", color=red];
          l1 [shape=ellipse, label="lock \"registry\"", color=red];
          l2 [shape=ellipse, label="condition lock \"buffer\"\nat 0 (empty)", color=red];
          l1 -> t2 [style=solid, color=red, penwidth=2, label="held by"];
          t2 -> l2 [style=dashed, color=red, penwidth=2, label="waits\nwants 1 (full), is 0 (empty)"];
          t3 -> l1 [style=dashed, color=red, penwidth=2, label="waits"];
          l2 -> t3 [style=dotted, color=red, penwidth=2, label="could help"];
        }

        """#)
  }

  @Test("what only could happen is orange")
  func predicted() throws {
    let text = try Rendering.render(.dot, Stories.order)
    #expect(text.contains("t2 -> l2 [style=dashed, color=orange, label=\"would wait\"];"))
    #expect(text.contains("l2 -> t3 [style=solid, color=orange, label=\"taken by\"];"))
    #expect(!text.contains("color=red"))
  }

  @Test("the names of nodes tell a lock from a later one in its place")
  func nodeNames() {
    #expect(WaitForGraph.Node.lock(LockID(index: 7, generation: 1)).name == "l7")
    #expect(WaitForGraph.Node.lock(LockID(index: 7, generation: 3)).name == "l7_3")
    #expect(WaitForGraph.Node.thread(ThreadID(index: 2, generation: 1)).name == "t2")
  }

  @Test("no name ends its string")
  func hostileNames() throws {
    let text = try Rendering.render(.dot, Stories.hostile)
    for line in text.split(separator: "\n") where line.contains("label=") {
      let bare = line.replacingOccurrences(of: #"\\"#, with: "")
        .replacingOccurrences(of: #"\""#, with: "")
      #expect(bare.count { $0 == "\"" } % 2 == 0)
    }
    #expect(!text.unicodeScalars.contains("\u{202e}"))
  }

  @Test("every story is written, for Graphviz to be tried on")
  func everything() throws {
    for (name, make) in Stories.everything {
      try Rendering.keep(try Rendering.render(.dot, make), as: "\(name).dot")
    }
  }
}
