/// What the linker's name of a Swift function tells about who wrote it.
///
/// Reads only as far as the module, the type and the extension: enough to know whose it is.
struct MangledName {
  /// The module of the extension it is written in, else of its type; nil when not a Swift name.
  private(set) var module: String?
  /// The outermost type, if there is one.
  private(set) var type: String?
  /// The first name after the type and the extension.
  private(set) var member: String?

  private static let ownModules: Set<String> = [
    "Gridlock", "GridlockEvents", "GridlockLocks", "GridlockAnalysis", "GridlockScenarios",
    "GridlockReporting", "GridlockPlaying", "GridlockShadowing", "GridlockTesting",
    "GridlockXCTest",
  ]

  private let text: String

  init(_ text: String) {
    self.text = text
    var rest = Array(text.utf8)[...]
    let prefixes = ["$s", "_$s", "$S", "_$S", "$e"]
    guard let prefix = prefixes.first(where: { text.hasPrefix($0) }) else { return }
    rest = rest.dropFirst(prefix.utf8.count)

    if rest.first == UInt8(ascii: "s") {
      module = "Swift"
      rest = rest.dropFirst()
    } else if rest.first == UInt8(ascii: "S"), rest.count > 2 {
      // A well-known type of the standard library, or a C name.
      module = rest.dropFirst().first == UInt8(ascii: "o") ? "C" : "Swift"
      rest = rest.dropFirst(2)
      if module == "Swift" { readExtension(&rest) }
    } else {
      module = MangledName.identifier(&rest)
    }
    guard let name = MangledName.identifier(&rest) else { return }
    if let kind = rest.first, "CVOP".utf8.contains(kind) {
      type = name
      rest = rest.dropFirst()
      readExtension(&rest)
      member = MangledName.identifier(&rest)
    } else {
      member = name
    }
  }

  /// Whether it is Gridlock's own or a `withLock`: nothing the user wrote.
  var isOwn: Bool {
    if text.hasPrefix("gl_") { return true }
    guard let module else { return false }
    if MangledName.ownModules.contains(module) { return true }
    return (module == "Foundation" || module == "Synchronization")
      && (member == "withLock" || member == "withLockIfAvailable")
  }

  /// Takes "AAE" (the module again) or another module's name and "E".
  private mutating func readExtension(_ rest: inout ArraySlice<UInt8>) {
    if rest.starts(with: "AAE".utf8) {
      rest = rest.dropFirst(3)
      return
    }
    var ahead = rest
    guard let name = MangledName.identifier(&ahead, words: [module ?? "", type ?? ""]),
      let next = ahead.first, !"CVOP".utf8.contains(next)
    else { return }
    // The extension may come with conditions, which end in "l".
    let conditions = ahead.prefix { $0 != UInt8(ascii: "E") && !$0.isDigit }
    let after = ahead.dropFirst(conditions.count)
    guard after.first == UInt8(ascii: "E"),
      conditions.isEmpty || conditions.last == UInt8(ascii: "l")
    else { return }
    module = name
    rest = after.dropFirst()
  }

  /// A counted name. Words it shares with earlier names, written as letters, are filled in from
  /// the camel-case words of `words`.
  private static func identifier(
    _ rest: inout ArraySlice<UInt8>, words: [String] = []
  ) -> String? {
    var ahead = rest
    var result = ""
    if ahead.first == UInt8(ascii: "0") {
      ahead = ahead.dropFirst()
      let known = words.flatMap(camelWords)
      while let letter = ahead.first, letter.isLetter {
        ahead = ahead.dropFirst()
        let index = Int(letter | 0x20) - 0x61
        result += known.indices.contains(index) ? known[index] : "?"
        if letter & 0x20 == 0 { break }
      }
      if ahead.first == UInt8(ascii: "0") {
        rest = ahead.dropFirst()
        return result
      }
    }
    var count = 0
    var digits = 0
    while let digit = ahead.first, digit.isDigit, digits < 4 {
      count = count * 10 + Int(digit) - 0x30
      digits += 1
      ahead = ahead.dropFirst()
    }
    guard digits > 0, count > 0, count <= ahead.count else { return nil }
    result += String(decoding: ahead.prefix(count), as: UTF8.self)
    rest = ahead.dropFirst(count)
    return result
  }

  private static func camelWords(_ name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if words.isEmpty || character.isUppercase && words.last?.last?.isLowercase == true {
        words.append("")
      }
      words[words.count - 1].append(character)
    }
    return words.filter { $0.count > 1 }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  fileprivate var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7a }
}
