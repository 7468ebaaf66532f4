import Foundation
import GridlockAnalysis
import Testing

extension LiveTests {
  /// The verbs over recordings, as a user runs them.
  @Suite struct VerbTests {
    private let folder: Folder
    private var cycle: String { folder.path("cycle.gridlock") }
    private var misuse: String { folder.path("misuse.gridlock") }

    init() throws {
      folder = try Folder()
      let hung = try Program.fixture("cycle", environment: ["GRIDLOCK_RECORD": cycle])
      hung.errors(until: "kill -USR1")
      hung.end()
      _ = try Program.fixture("misuse", environment: ["GRIDLOCK_RECORD": misuse]).wait()
    }

    private var fixture: String {
      let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      return tests.appendingPathComponent("Fixtures/LiveFixture/LiveFixture.swift").path
    }

    private func run(_ arguments: String...) throws -> Program.End {
      try Program.run("gridlock", arguments)
    }

    private func id(_ path: String) throws -> String {
      let line = try run("analyze", path, "--json").output
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["id"] as? String)
    }

    @Test("analyze prints findings alone, and fails on a new error")
    func analyze() throws {
      let end = try run("analyze", cycle)
      #expect(end.status == 1)
      #expect(Told(end.output).titles == ["error: cycle (certain)"], "\(end)")
      #expect(!end.output.contains("--- Threads"))
      #expect(end.output.hasSuffix("1 finding: 1 error\n"), "\(end)")
    }

    @Test("A warning fails analyze only with --strict")
    func strict() throws {
      #expect(try run("analyze", misuse).status == 0)
      let end = try run("analyze", misuse, "--strict")
      #expect(end.status == 1)
      #expect(Told(end.output).titles == ["warning: non-owner (certain)"], "\(end)")
    }

    @Test("What a baseline or a suppression file knows is neither told nor a failure")
    func known() throws {
      let files = [
        ("--baseline", try id(cycle) + "  known\n"), ("--suppress", "cycle: left && right\n"),
      ]
      for (option, text) in files {
        let file = folder.path("known.txt")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let end = try run("analyze", cycle, option, file)
        #expect(end.status == 0 && end.output == "0 findings\n", "\(end)")
        #expect(end.errors.contains("1 known finding was left out"), "\(end)")
        let other = try run("analyze", misuse, option, file, "--strict")
        #expect(other.status == 1, "\(other)")
      }
    }

    @Test("A file of known findings that is missing, or no file, gives 2", arguments: ["x", "."])
    func missing(_ name: String) throws {
      let end = try run("analyze", cycle, "--baseline", folder.path(name))
      #expect(end.status == 2 && end.output == "", "\(end)")
    }

    @Test("predict tells the hang that luck kept away, and writes it as a scenario that hangs")
    func predict() throws {
      let path = folder.path("lucky.gridlock")
      let passed = try Program.fixture("lucky", environment: ["GRIDLOCK_RECORD": path]).wait()
      #expect(passed.status == 0 && passed.output == "done\n")
      let end = try run("predict", path, "-o", folder.path("predicted"))
      #expect(end.status == 1)
      let lines = end.output.split(separator: "\n").map(String.init)
      #expect(lines.first?.contains("cycle (predicted, possible)") == true, "\(end)")
      #expect(lines.dropFirst().first == "Nothing hung in this run. This schedule would:")
      #expect(lines.filter { $0.hasSuffix("<-- and waits for ever") }.count >= 2, "\(end)")
      #expect(
        lines.contains { $0.contains("\"one\" lock() on \"LiveFixture+Recorded.swift:") }, "\(end)")
      #expect(lines.last == "1 hang is predicted")
      let scenario = folder.path("predicted/prediction-1.scenario")
      for verb in ["check", "play"] {
        let again = try run(verb, scenario)
        #expect(again.status == 0 && again.output.contains("cycle"), "\(again)")
      }
      let json = try run("predict", path, "--json").output
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect(object?["kind"] as? String == "cycle" && object?["severity"] as? String == "warning")
      // A run of one thread foretells nothing.
      let alone = try run("predict", misuse)
      #expect(alone.status == 0 && alone.output.hasPrefix("nothing is predicted"), "\(alone)")
    }

    @Test("diff tells what is gone and what is new, and fails on a new error alone")
    func diff() throws {
      let worse = try run("diff", misuse, cycle)
      #expect(worse.status == 1)
      let lines = worse.output.split(separator: "\n")
      #expect(lines.count == 3, "\(worse)")
      #expect(lines.first?.hasPrefix("- non-owner-") == true, "\(worse)")
      #expect(lines.dropFirst().first?.hasPrefix("+ \(try id(cycle))  error: cycle") == true)
      #expect(lines.last == "1 gone, 1 new, 0 in both")
      #expect(try run("diff", cycle, misuse).status == 0)
      #expect(try run("diff", cycle, misuse, "--strict").status == 1)
      let same = try run("diff", cycle, cycle)
      #expect(same.status == 0 && same.output == "0 gone, 0 new, 1 in both\n", "\(same)")
    }

    @Test("diff writes a line of JSON for each change")
    func diffJSON() throws {
      let end = try run("diff", misuse, cycle, "--json")
      let changes = try end.output.split(separator: "\n").map { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      }
      #expect(changes.map { $0?["change"] as? String } == ["gone", "new"], "\(end)")
      #expect((changes.last??["finding"] as? [String: Any])?["kind"] as? String == "cycle")
    }

    @Test("profile blames the calls that took the locks, in three formats")
    func profile() throws {
      let source = Source(fixture)
      let text = try run("profile", cycle)
      #expect(text.status == 0, "\(text)")
      #expect(text.output.hasPrefix("Gridlock's contention profile of LiveFixture (process "))
      #expect(text.output.contains("2 threads were blocked for "), "\(text)")
      for (lock, comment) in [("left", "first takes left"), ("right", "second takes right")] {
        #expect(
          Told(text.output).firstPlace(after: "1 wait: condition lock \"\(lock)\" was held, taken")
            == source.place(comment), "\(text)")
      }
      let folded = try run("profile", cycle, "--by", "lock", "--format", "folded")
      #expect(folded.output.split(separator: "\n").count == 2, "\(folded)")
      #expect(folded.output.contains("condition lock \"left\";"), "\(folded)")
      let file = folder.path("blocked.pb")
      let message = try run("profile", cycle, "--format", "pprof", "-o", file)
      #expect(message.status == 0 && message.output == "", "\(message)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(bytes.prefix(1) == Data([0x0a]) && bytes.range(of: Data("delay".utf8)) != nil)
    }

    @Test("explain knows every kind, and an id")
    func explain() throws {
      let list = try run("explain")
      for kind in Finding.Kind.allCases {
        #expect(list.output.contains("\n  \(kind.rawValue) ") || list.output.hasPrefix("  cycle"))
        let end = try run("explain", kind.rawValue)
        #expect(end.status == 0 && end.output.hasPrefix("\(kind.rawValue): "), "\(end)")
        #expect(end.output.contains("What to do: "), "\(end)")
      }
      #expect(try run("explain", "broken-chain-34253d40abc6").output.hasPrefix("broken-chain: "))
      let none = try run("explain", "deadlock")
      #expect(none.status == 2 && none.errors.contains("nested-monitor"), "\(none)")
    }

    @Test("The scenario that explain shows has the finding it explains")
    func scenarios() throws {
      var count = 0
      for kind in Finding.Kind.allCases {
        let text = try run("explain", kind.rawValue).output
        guard let start = text.range(of: "for gridlock check:\n\n"),
          let end = text.range(of: "\nWhat to do:")
        else { continue }
        let scenario = text[start.upperBound..<end.lowerBound].split(separator: "\n")
          .map { $0.dropFirst(4) }.joined(separator: "\n")
        #expect(scenario.contains("expect: ") && scenario.contains(kind.rawValue))
        let file = folder.path("\(kind.rawValue).scenario")
        try (scenario + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let checked = try run("check", file)
        #expect(checked.status == 0, "\(checked)")
        count += 1
      }
      #expect(count == 10)
    }

    @Test(
      "Words a verb does not know give 2",
      arguments: ["analyze", "profile", "predict", "diff", "explain", "watch"])
    func words(_ verb: String) throws {
      let end = try run(verb, "--nonsense", "x", "y")
      #expect(end.status == 2 && end.output == "", "\(end)")
      #expect(end.errors.contains("See gridlock \(verb) --help."), "\(end)")
    }
  }
}
