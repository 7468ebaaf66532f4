import Foundation
import Testing

/// A small library in C or C++ that a fixture is run with, built for one test.
struct Helper {
  let path: String

  /// Compiles a source; the compiler is the one that comes with the Swift toolchain.
  init(_ name: String, _ source: String, isPlusPlus: Bool = false, in folder: Folder) throws {
    let file = folder.path(name + (isPlusPlus ? ".cpp" : ".c"))
    path = folder.path("lib\(name).so")
    try source.write(toFile: file, atomically: false, encoding: .utf8)
    let compiler = try Toolchain.tool(isPlusPlus ? "clang++" : "clang")
    // Without a frame pointer of its own, as libraries are built.
    let end = try Program(path: compiler, ["-O1", "-shared", "-fPIC", file, "-o", path]).wait()
    guard end.status == 0 else { throw Unbuilt(description: end.errors) }
  }

  struct Unbuilt: Error, CustomStringConvertible {
    let description: String
  }
}

/// The Swift toolchain on the path.
enum Toolchain {
  /// The folder with its `bin` and `lib`.
  static func root() throws -> String {
    let compiler = try tool("swiftc")
    return URL(fileURLWithPath: compiler).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().path
  }

  static func tool(_ name: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let file = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: file) { return file }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Checks sources against the built modules, warnings being errors.
  static func typecheck(
    _ files: [String], languageMode: String = "6", isManifest: Bool = false
  ) throws -> Program.End {
    let root = try root()
    var arguments = ["-typecheck", "-swift-version", languageMode, "-warnings-as-errors"]
    if isManifest {
      arguments += [
        "-I", "\(root)/lib/swift/pm/ManifestAPI", "-package-description-version", "6.2.0",
      ]
    } else {
      arguments += [
        "-I", Program.path("Modules"),
        "-I", CodeBlock.root.appendingPathComponent("Sources/CGridlock/include").path,
        "-plugin-path", "\(root)/lib/swift/host/plugins/testing",
      ]
    }
    return try Program(path: "\(root)/bin/swiftc", arguments + files).wait()
  }
}
