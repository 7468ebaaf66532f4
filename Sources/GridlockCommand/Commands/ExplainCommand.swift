import Foundation
import GridlockAnalysis
import GridlockReporting

/// `gridlock explain KIND`.
enum ExplainCommand: Command {
  static let name = "explain"
  static let summary = "tell what a kind of finding means, with a minimal program and the mend"
  static let help = """
    usage: gridlock explain [KIND]

    Tells what a kind of finding means, shows a minimal program that has it, and the mend. A kind
    that can be shown without clocks has a scenario too, which gridlock check explores. The id of a
    finding does in place of a kind. Without a kind, lists all.

    example: gridlock explain nested-monitor

    Exit status: 0, or 2 when there is no such kind.

    """

  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count <= 1 else {
      throw UsageError(description: "one kind at a time, not \(arguments.count)")
    }
    guard let word = arguments.first else {
      Terminal.print(list)
      return 0
    }
    guard let kind = kind(named: word) else {
      throw UsageError(description: "'\(word)' is no kind of finding; the kinds are\n\(list)")
    }
    Terminal.print(explanation(of: kind))
    return 0
  }

  /// By its name, or by an id that begins with it.
  private static func kind(named word: String) -> Finding.Kind? {
    if let kind = Finding.Kind(rawValue: word) { return kind }
    guard let dash = word.lastIndex(of: "-") else { return nil }
    let digits = word[word.index(after: dash)...]
    guard digits.count == 12, digits.allSatisfy(\.isHexDigit) else { return nil }
    return Finding.Kind(rawValue: String(word[..<dash]))
  }

  private static var list: String {
    let width = (Finding.Kind.allCases.map(\.rawValue.count).max() ?? 0) + 2
    return Finding.Kind.allCases.map { kind in
      "  " + kind.rawValue.padding(toLength: width, withPad: " ", startingAt: 0)
        + kind.meaning + "\n"
    }.joined()
  }

  private static func explanation(of kind: Finding.Kind) -> String {
    let lesson = Lesson.of(kind)
    var text = "\(kind.rawValue): \(kind.meaning)\n\n"
    text += "A program that has it"
    text += lesson.hasColumns ? "; each column is a thread, time runs down:\n\n" : ":\n\n"
    text += indented(lesson.program)
    if let scenario = lesson.scenario {
      text += "\nAs a scenario, for gridlock check:\n\n" + indented(scenario)
    }
    text += "\nWhat to do: \(kind.advice)\n"
    text += "\nMore in docs/findings.md.\n"
    return text
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
  }
}
