import Foundation
import PackagePlugin

/// `swift package gridlock ...`: builds the command and passes all arguments on to it.
@main
struct GridlockPlugin: CommandPlugin {
  /// Why the command can't be run.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func performCommand(context: PluginContext, arguments: [String]) throws {
    // The product's name is not its target's, so that no dependency of a plugin can name it.
    let build = try packageManager.build(
      .product("gridlock"), parameters: .init(configuration: .debug, logging: .concise))
    guard build.succeeded,
      let command = build.builtArtifacts.first(where: { $0.kind == .executable })
    else { throw Failure(description: "the command gridlock can't be built:\n\(build.logText)") }
    let process = Process()
    process.executableURL = command.url
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    // It has said the rest itself. The package manager makes 1 of every status but 0.
    guard process.terminationReason == .exit else { exit(2) }
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
