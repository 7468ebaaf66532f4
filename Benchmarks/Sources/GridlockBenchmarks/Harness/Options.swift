import Foundation

/// How a run was asked for.
struct Options {
  var name = ""
  /// Fewer rounds, for a quick look.
  var isShort = false
  /// Only do one side so many times, for tools that count.
  var counted: (side: String, count: Int)?
  /// A figure of a rival that was measured outside this process.
  var theirs: Double?
  /// How long a row over time takes, in seconds.
  var seconds = 20

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func next(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Problem("\(option) needs a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--short": isShort = true
      case "--count":
        let side = try next(argument)
        guard let count = Int(try next(argument)) else { throw Problem("--count SIDE NUMBER") }
        counted = (side, count)
      case "--theirs": theirs = Double(try next(argument))
      case "--seconds": seconds = Int(try next(argument)) ?? seconds
      default: name = argument
      }
    }
  }

  /// So many rounds, or fewer in a short run.
  func rounds(_ full: Int, short: Int? = nil) -> Int { isShort ? short ?? max(5, full / 4) : full }
}
