/// A text with `*` for any run of characters, matched against whole texts.
struct Glob: Sendable, Hashable {
  /// What must be matched no further than this many bytes in: names made by compilers have no limit.
  static let textLimit = 4096

  private let pattern: [UInt8]

  init(_ text: some StringProtocol) { pattern = Array(text.utf8) }

  /// Whether the pattern covers the whole text.
  ///
  /// - Complexity: O(pattern · text) at worst, without recursion; both are limited.
  func matches(_ text: String) -> Bool {
    let text = Array(text.utf8.prefix(Self.textLimit))
    let star = UInt8(ascii: "*")
    var at = 0
    var position = 0
    // Where to go on if what comes after the latest star turns out not to fit.
    var retry: (at: Int, position: Int)?
    while position < text.count {
      if at < pattern.count, pattern[at] == star {
        retry = (at + 1, position)
        at += 1
      } else if at < pattern.count, pattern[at] == text[position] {
        at += 1
        position += 1
      } else if let (after, begin) = retry {
        retry = (after, begin + 1)
        at = after
        position = begin + 1
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == star }
  }
}
