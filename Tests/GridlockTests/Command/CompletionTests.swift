import Foundation
import Testing

extension LiveTests {
  /// The man page and the completion are written by hand: they must say what the help says.
  @Suite struct CompletionTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private func verbs() throws -> [String] {
      let usage = try Program.run("gridlock", ["--help"]).output
      let list = usage.components(separatedBy: "commands:\n").last ?? ""
      return list.components(separatedBy: "\n\n")[0].split(separator: "\n").compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
    }

    /// The options that begin a line of a verb's help.
    private func options(_ verb: String) throws -> Set<String> {
      let help = try Program.run("gridlock", [verb, "--help"]).output
      return Set(
        help.split(separator: "\n").compactMap { line in
          let word = line.drop { $0 == " " }.prefix { $0 != " " }
          return word.hasPrefix("-") && line.hasPrefix("  ") ? String(word) : nil
        })
    }

    @Test("The man page has every verb with every option, and no other")
    func manPage() throws {
      let page = try text("docs/gridlock.1").replacingOccurrences(of: "\\-", with: "-")
      let commands = page.components(separatedBy: ".SH COMMANDS")[1]
        .components(separatedBy: "\n.SH ")[0]
      var described: [String: Set<String>] = [:]
      for section in commands.components(separatedBy: "\n.SS ").dropFirst() {
        let lines = section.split(separator: "\n")
        let verb = lines[0].drop { $0 == "\"" }.prefix { $0.isLetter }
        let options = lines.filter { $0.hasPrefix(".B") && $0.contains(" -") }.compactMap {
          $0.split(separator: " ").dropFirst().first.map(String.init)
        }
        described[String(verb)] = Set(options)
      }
      let verbs = try verbs()
      #expect(verbs.count == 11 && Set(described.keys) == Set(verbs))
      for verb in verbs {
        let known = try options(verb)
        #expect(described[verb] == known, "\(verb)")
      }
    }

    @Test("The shell completes every verb and every option, and no other")
    func completion() throws {
      let verbs = try verbs()
      #expect(try complete([""]) == Set(verbs + ["help", "--help", "--version"]))
      #expect(try complete(["help", ""]) == Set(verbs))
      for verb in verbs {
        let known = try options(verb).union(["--help"])
        #expect(try complete([verb, "-"]) == known, "\(verb)")
      }
      #expect(try complete(["ana"]) == ["analyze"])
      #expect(try complete(["report", "--format", "pe"]) == ["perfetto"])
      #expect(try complete(["profile", "--format", ""]) == ["text", "folded", "pprof"])
      #expect(try complete(["profile", "--by", ""]) == ["holder", "lock"])
    }

    private func complete(_ words: [String]) throws -> Set<String> {
      let script = """
        . "$0"; COMP_WORDS=(gridlock "$@"); COMP_CWORD=$#; _gridlock
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let file = root.appendingPathComponent("Completions/gridlock.bash").path
      let end = try Program(path: "/bin/bash", ["-c", script, file] + words).wait()
      #expect(end.errors == "", "\(end)")
      return Set(end.output.split(separator: "\n").map(String.init))
    }
  }
}
