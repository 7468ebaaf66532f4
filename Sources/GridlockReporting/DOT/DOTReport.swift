import GridlockAnalysis
import GridlockEvents

/// Draws who waits for what as a graph for Graphviz.
///
/// Threads are boxes, locks ellipses. A dashed edge leads from a thread to what it waits for, a
/// solid one from a lock to its holder, a dotted one to a thread that could set a value. Red edges
/// close a ring; orange ones would, had the threads met.
public struct DOTReport: Sendable {
  public let report: Report
  private let labels: Labels

  public init(_ report: Report) {
    self.report = report
    labels = Labels(report)
  }

  /// - Parameter write: Called with whole lines, each ending in a line feed.
  public func write(to write: (String) -> Void) {
    let graph = WaitForGraph(labels: labels)
    write("digraph gridlock {\n")
    write("  graph [rankdir=LR, label=\(quoted(title)), labelloc=t, fontname=\"sans-serif\"];\n")
    write("  node [fontname=\"sans-serif\"];\n")
    write("  edge [fontname=\"sans-serif\", fontsize=10];\n")
    let inCycle = Set(graph.edges.filter(\.isInCycle).flatMap { [$0.from, $0.to] })
    for node in graph.nodes { write("  " + line(of: node, isRed: inCycle.contains(node)) + "\n") }
    for edge in graph.edges { write("  " + line(of: edge) + "\n") }
    write("}\n")
  }

  /// All of it as one string.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  private var title: String {
    let name = report.process.executable.split(separator: "/").last.map(String.init) ?? ""
    var title = "Gridlock"
    if !name.isEmpty { title += ": \(Escape.text(name))" }
    if report.process.id != 0 { title += " (process \(report.process.id))" }
    return title
  }

  private func line(of node: WaitForGraph.Node, isRed: Bool) -> String {
    let colour = isRed ? ", color=red" : ""
    switch node {
    case .thread(let id):
      let state = report.state.threads[id]
      let ended = state?.isAlive == false ? ", style=dashed" : ""
      let text = labels.threadWithIDs(id) + (ended.isEmpty ? "" : "\nended")
      return "\(node.name) [shape=box, label=\(quoted(text))\(ended)\(colour)];"
    case .lock(let id):
      var text = labels.lockWithKind(id)
      if let state = report.state.locks[id] {
        if state.kind == .condition { text += "\nat \(labels.value(state.value, of: id))" }
        if state.kind == .semaphore { text += "\ncount \(state.value)" }
      }
      return "\(node.name) [shape=ellipse, label=\(quoted(text))\(colour)];"
    }
  }

  private func line(of edge: WaitForGraph.Edge) -> String {
    var attributes: [String] = []
    switch edge.kind {
    case .waits: attributes.append("style=dashed")
    case .heldBy: attributes.append("style=solid")
    case .couldHelp: attributes.append("style=dotted")
    case .wouldWait: attributes += ["style=dashed", "color=orange"]
    case .wasHeldBy: attributes += ["style=solid", "color=orange"]
    }
    if edge.isInCycle { attributes += ["color=red", "penwidth=2"] }
    attributes.append("label=\(quoted(text(of: edge)))")
    return "\(edge.from.name) -> \(edge.to.name) [\(attributes.joined(separator: ", "))];"
  }

  private func text(of edge: WaitForGraph.Edge) -> String {
    let verb =
      switch edge.kind {
      case .waits: "waits"
      case .heldBy: "held by"
      case .couldHelp: "could help"
      case .wouldWait: "would wait"
      case .wasHeldBy: "taken by"
      }
    return [verb, edge.label].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A quoted string of the language; line feeds become its line breaks.
  ///
  /// Quoting marks and backslashes of names are escaped, so that no name ends the string, and
  /// ampersands too, which would begin an entity.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
