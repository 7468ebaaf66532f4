import Foundation
import Testing

extension LiveTests {
  /// What `SECURITY.md` promises and takes more than one user to try: root, as whom CI runs.
  @Suite(.enabled(if: geteuid() == 0, "needs root, to make files of somebody else"))
  struct SecurityTests {
    private static let somebody: uid_t = 12_345
    private let folder: Folder

    init() throws {
      folder = try Folder()
      // As the folder for temporary files: everybody may write there.
      chmod(folder.path(""), 0o1777)
    }

    /// A file that somebody else has laid where one of ours is to go.
    private func plant(_ name: String) throws -> String {
      let path = folder.path(name)
      try "theirs".write(toFile: path, atomically: false, encoding: .utf8)
      chmod(path, 0o666)
      chown(path, Self.somebody, Self.somebody)
      return path
    }

    @Test(
      "A file that somebody else has planted is not written", arguments: ["OUTPUT", "RECORD"])
    func planted(_ variable: String) throws {
      let path = try plant("planted")
      let end = try Program.fixture("misuse", environment: ["GRIDLOCK_\(variable)": path]).wait()
      #expect(end.status == 0 && !end.wasSignalled)
      #expect(Told(end.errors).titles == ["warning: non-owner (certain)"], "\(end)")
      #expect(end.errors.contains(path), "\(end)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "theirs")
    }

    @Test("The command writes no file that somebody else has planted")
    func plantedOutput() throws {
      let recording = folder.path("run")
      _ = try Program.fixture("misuse", environment: ["GRIDLOCK_RECORD": recording]).wait()
      let path = try plant("report.html")
      let end = try Program.run("gridlock", ["report", recording, "--format", "html", "-o", path])
      #expect(end.status == 2 && end.errors.contains("not a regular file of yours"), "\(end)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "theirs")
    }

    @Test("A set-user-id program ignores the variables")
    func setUserID() throws {
      let program = folder.path("program")
      try FileManager.default.copyItem(atPath: Program.path("LiveFixture"), toPath: program)
      chmod(program, 0o4755)
      let output = folder.path("output")
      let recording = folder.path("recording")
      let end = try Program(
        path: "/usr/bin/setpriv",
        [
          "--reuid=\(Self.somebody)", "--regid=\(Self.somebody)", "--clear-groups", program,
          "misuse",
        ],
        environment: [
          "GRIDLOCK_OUTPUT": output, "GRIDLOCK_RECORD": recording, "GRIDLOCK": "nonsense",
        ]
      ).wait()
      #expect(end.status == 0 && end.output == "done\n", "\(end)")
      // Told where it is told without any variable, and no word of the nonsense.
      #expect(Told(end.errors).titles == ["warning: non-owner (certain)"], "\(end)")
      #expect(!end.errors.contains("nonsense"), "\(end)")
      #expect(!FileManager.default.fileExists(atPath: output))
      #expect(!FileManager.default.fileExists(atPath: recording))
    }
  }
}
