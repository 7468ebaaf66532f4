import Foundation
import Testing

extension LiveTests {
  /// `gridlock merge` over recordings of two machines, as folders.
  @Suite struct MergeTests {
    private let folder: Folder

    init() throws {
      folder = try Folder()
      for (host, number) in [("east", 1), ("west", 2), ("west", 3)] {
        mkdir(folder.path(host), 0o700)
        let path = folder.path("\(host)/\(number).gridlock")
        let program = try Program.fixture("cycle", environment: ["GRIDLOCK_RECORD": path])
        program.errors(until: "kill -USR1")
        program.end()
      }
    }

    private func merge(_ arguments: String...) throws -> Program.End {
      try Program.run("gridlock", ["merge"] + arguments)
    }

    /// With what changes from run to run replaced.
    private func plain(_ text: String) -> String {
      text.replacing(folder.path(""), with: "FOLDER")
        .replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#, with: "TIME")
        .replacing(#/cycle-[0-9a-f]{12}/#, with: "ID")
    }

    @Test("One mistake in three recordings is told once, with where it was found")
    func text() throws {
      let end = try merge(folder.path(""), "--by-folder")
      #expect(end.status == 1 && end.errors == "", "\(end)")
      let expected = """
        ID  Gridlock: error: cycle (certain): "first" and "second" wait for each other's locks "left" and "right"
          3 times, in 3 of 3 recordings: west 2, east 1
          from TIME to TIME
          gridlock report FOLDER/east/1.gridlock

        3 recordings of 2 hosts, 1 different finding

        """
      #expect(plain(end.output) == expected)
    }

    @Test("Without --by-folder the name noted counts, and -o writes for its owner alone")
    func noted() throws {
      let file = folder.path("out.json")
      let end = try merge(folder.path(""), "--json", "-o", file)
      #expect(end.status == 1 && end.output == "" && end.errors == "", "\(end)")
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      let line = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(line["hosts"] as? [String: Int] == [ProcessInfo.processInfo.hostName: 3])
      #expect(line["count"] as? Int == 3 && line["recordings"] as? Int == 3)
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test("Lines are complete by themselves: recordings, findings and locks")
    func lines() throws {
      let end = try merge(folder.path("west"), "--lines", "--by-folder", "--long", "0")
      let lines = try end.output.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(
        lines.map { $0["type"] as? String } == [
          "recording", "finding", "lock", "lock", "recording", "finding", "lock", "lock",
        ])
      #expect(lines.allSatisfy { $0["host"] as? String == "west" && $0["time"] is String })
      #expect(Set(lines.compactMap { $0["lock"] as? String }) == ["left", "right"])
      let locks = lines.filter { $0["type"] as? String == "lock" }
      #expect(locks.allSatisfy { $0["waits"] as? Int == 1 && $0["long_waits"] as? Int == 1 })
    }

    @Test("What can't be read is told, left out, and makes the exit status 2")
    func unreadable() throws {
      try "x".write(toFile: folder.path("bad"), atomically: false, encoding: .utf8)
      let named = try merge(folder.path("west"), folder.path("bad"))
      #expect(named.status == 2 && named.errors.contains("no recording of Gridlock's"), "\(named)")
      #expect(
        named.output.hasSuffix(
          "2 recordings of 1 host, 1 different finding; 1 could not be read, or not in full\n"))
      // In a folder, what is no recording is no mistake.
      let inside = try merge(folder.path(""))
      #expect(inside.status == 1 && inside.errors == "", "\(inside)")
      #expect(try merge(folder.path("nothing")).status == 2)
      #expect(try merge().status == 2)
      #expect(try merge("--json", "--lines", folder.path("")).status == 2)
    }
  }
}
