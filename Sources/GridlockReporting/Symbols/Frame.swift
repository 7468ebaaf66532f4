/// One line of a call stack: a call, or a note that some are missing.
public struct Frame: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A call.
    case call
    /// This many calls were left out here.
    case omitted(Int)
    /// The stack goes on, no one knows how far.
    case truncated
  }

  public var kind: Kind
  /// The return address.
  public var address: UInt64
  /// Demangled; nil when unknown.
  public var function: String?
  /// The path as the compiler knew it; nil when unknown.
  public var file: String?
  /// From 1; zero when unknown.
  public var line: Int
  /// From 1; zero when unknown.
  public var column: Int
  /// The binary's name; nil for an address in no binary.
  public var image: String?
  /// The binary's build id; empty when unknown.
  public var buildID: [UInt8]
  /// The return address from the start of the binary.
  public var offset: UInt64
  /// Whether the function was inlined into the next frame's.
  public var isInlined: Bool
  /// Whether it is Gridlock's own, a `withLock`, or made by the compiler: nothing the user wrote.
  public var isOwn: Bool

  public init(
    kind: Kind = .call, address: UInt64 = 0, function: String? = nil, file: String? = nil,
    line: Int = 0, column: Int = 0, image: String? = nil, buildID: [UInt8] = [],
    offset: UInt64 = 0, isInlined: Bool = false, isOwn: Bool = false
  ) {
    self.kind = kind
    self.address = address
    self.function = function
    self.file = file
    self.line = line
    self.column = column
    self.image = image
    self.buildID = buildID
    self.offset = offset
    self.isInlined = isInlined
    self.isOwn = isOwn
  }

  /// The last component of the file's path.
  public var fileName: String? {
    file.map { path in
      path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
  }

  /// The build id in hexadecimal; empty when unknown.
  public var buildIDText: String { Hexadecimal.text(of: buildID) }
}

extension [Frame] {
  /// Without Gridlock's own frames at the top, so that the first is the user's.
  ///
  /// All of them when every one is Gridlock's own: better that than an empty stack.
  public var fromUser: ArraySlice<Frame> {
    guard let first = firstIndex(where: { $0.kind == .call && !$0.isOwn }) else { return self[...] }
    return self[first...]
  }

  /// The innermost call that is the user's.
  public var firstOfUser: Frame? { first { $0.kind == .call && !$0.isOwn } }
}
