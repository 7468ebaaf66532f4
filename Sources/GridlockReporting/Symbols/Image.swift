/// One binary in a process's address space.
public struct Image: Sendable, Hashable {
  /// Empty when it has none, as the kernel's own page of code.
  public var path: String
  /// The build id of the binary as it was loaded; empty when it has none.
  public var buildID: [UInt8]
  /// Where the first loadable segment lies.
  public var base: UInt64
  /// The first address after the last executable segment.
  public var endOfText: UInt64

  public init(path: String, buildID: [UInt8], base: UInt64, endOfText: UInt64) {
    self.path = path
    self.buildID = buildID
    self.base = base
    self.endOfText = endOfText
  }

  /// The last component of the path.
  public var name: String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// The build id in hexadecimal; empty when unknown.
  public var buildIDText: String { Hexadecimal.text(of: buildID) }
}
