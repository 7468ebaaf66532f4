import Foundation
import Testing

/// What the pages show can be typed in as it stands.
@Suite(.timeLimit(.minutes(10))) struct CodeBlockTests {
  @Test("There are blocks of each kind")
  func present() {
    #expect(CodeBlock.of("swift").count >= 15)
    #expect(CodeBlock.of("sh").count >= 4)
    #expect(CodeBlock.of("scenario").count >= 10)
    let known: Set = ["swift", "sh", "scenario", "text", "json", "sql", ""]
    #expect(CodeBlock.all.allSatisfy { known.contains($0.language) })
  }

  @Test("Swift compiles", arguments: CodeBlock.of("swift"))
  func swift(_ block: CodeBlock) throws {
    let folder = try Folder()
    let file = folder.path("main.swift")
    let isManifest = block.text.hasPrefix("// Package.swift")
    let source =
      isManifest
      ? "import PackageDescription\nlet package = Package(name: \"App\",\n\(block.text))\n"
      : Self.withImports(block)
    try source.write(toFile: file, atomically: false, encoding: .utf8)
    let end = try Toolchain.typecheck([file], isManifest: isManifest)
    #expect(end.status == 0, "\(block.testDescription): \(end.output)\(end.errors)\n\(source)")
  }

  @Test(
    "A file that uses every member of the class compiles with the alias", arguments: ["5", "6"])
  func everyMember(_ version: String) throws {
    let folder = CodeBlock.root.appendingPathComponent("Tests/Fixtures/SwappedModule").path
    let files = ["EveryMember.swift", "Swap.swift"].map { "\(folder)/\($0)" }
    let end = try Toolchain.typecheck(files, languageMode: version)
    #expect(end.status == 0, "\(end.output)\(end.errors)")
  }

  @Test("Commands and their options exist", arguments: CodeBlock.of("sh"))
  func shell(_ block: CodeBlock) throws {
    for line in block.text.split(separator: "\n") {
      let words = line.split(separator: "#")[0].split(separator: " ").map(String.init)
      for script in words where script.hasPrefix("Scripts/") {
        let path = CodeBlock.root.appendingPathComponent(script).path
        #expect(FileManager.default.isExecutableFile(atPath: path), "\(block): \(script)")
      }
      guard let command = words.lastIndex(of: "gridlock"), command + 1 < words.count else {
        continue
      }
      let help = try Program.run("gridlock", [words[command + 1], "--help"])
      #expect(help.status == 0, "\(block.testDescription): \(line)")
      for option in words[command...] where option.hasPrefix("-") {
        #expect(help.output.contains(option), "\(block.testDescription): \(option) in \(line)")
      }
    }
  }

  @Test("Scenarios come out as they say", arguments: CodeBlock.of("scenario"))
  func scenario(_ block: CodeBlock) throws {
    let folder = try Folder()
    let file = folder.path("block.scenario")
    try block.text.write(toFile: file, atomically: false, encoding: .utf8)
    let end = try Program.run("gridlock", ["check", file])
    #expect(end.status == 0, "\(block.testDescription): \(end.output)\(end.errors)")
  }

  /// Imports go first, then what is given, then the rest.
  private static func withImports(_ block: CodeBlock) -> String {
    let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }
    let rest = lines.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("@testable import ") }
    let first = imports.isEmpty ? "import Gridlock" : imports.joined(separator: "\n")
    return first + "\n" + block.given + rest.joined(separator: "\n")
  }
}
