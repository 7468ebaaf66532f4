import Foundation
import Testing

extension LiveTests {
  /// What was found is found again in the recording, also far from the program.
  @Suite struct MovedRecordingTests {
    @Test(
      "The findings are the same live, from the recording, and from it elsewhere without the binary",
      arguments: ["cycle", "misuse", "lucky"])
    func same(_ name: String) throws {
      let folder = try Folder()
      let binary = folder.path("app")
      try FileManager.default.copyItem(atPath: Program.path("LiveFixture"), toPath: binary)
      let path = folder.path("run")
      let program = try Program(path: binary, [name], environment: ["GRIDLOCK_RECORD": path])
      let live: Told
      if name == "cycle" {
        live = Told(program.errors(until: "kill -USR1"))
        program.end()
      } else {
        live = Told(program.wait().errors)
      }
      let title = try #require(live.titles.first)
      let near = try Program.run("gridlock", ["report", path])
      #expect(Told(near.output).titles.contains(title), "\(near)")
      #expect(near.output.contains("LiveFixture"))

      mkdir(folder.path("elsewhere"), 0o700)
      try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere/run"))
      try FileManager.default.removeItem(atPath: binary)
      let far = try Program.run("gridlock", ["report", folder.path("elsewhere/run")])
      #expect(Told(far.output).titles == Told(near.output).titles, "\(far)")
      #expect(far.status == near.status)
      // Frames are of a binary that is not at hand, which is said with its build id.
      #expect(far.output.contains(#/app\+0x[0-9a-f]+ \(build id [0-9a-f]+/#), "\(far)")
      #expect(!far.output.contains("LiveFixture+Recorded.swift"))
    }
  }
}
