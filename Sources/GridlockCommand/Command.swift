/// One verb of the command.
protocol Command {
  static var name: String { get }
  /// One line, for the list of verbs.
  static var summary: String { get }
  /// The whole help, with an example.
  static var help: String { get }
  /// Does the work and answers the exit status.
  static func run(_ arguments: [String]) throws -> Int32
}

/// The words on the command line are off.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
