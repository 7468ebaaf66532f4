/// One frame as it is written to JSON, with all that is needed to look it up later elsewhere.
public struct FrameJSON: Codable, Sendable, Hashable {
  /// `call`, `omitted` or `truncated`.
  public var kind: String
  /// How many calls were left out.
  public var count: Int?
  /// In hexadecimal, as `0x7f01`.
  public var address: String?
  public var function: String?
  public var file: String?
  public var line: Int?
  public var column: Int?
  /// The binary's name.
  public var image: String?
  /// In hexadecimal.
  public var buildID: String?
  /// The address from the start of the binary, in hexadecimal.
  public var offset: String?
  /// Left out when false.
  public var inlined: Bool?
  /// Whether it is Gridlock's own or made by the compiler; left out when false.
  public var own: Bool?

  public init(_ frame: Frame) {
    switch frame.kind {
    case .omitted(let number):
      kind = "omitted"
      count = number
    case .truncated: kind = "truncated"
    case .call:
      kind = "call"
      address = Hexadecimal.text(of: frame.address)
      function = frame.function
      file = frame.file
      if frame.line > 0 { line = frame.line }
      if frame.column > 0 { column = frame.column }
      image = frame.image
      if !frame.buildID.isEmpty { buildID = frame.buildIDText }
      if frame.image != nil { offset = Hexadecimal.text(of: frame.offset) }
      if frame.isInlined { inlined = true }
      if frame.isOwn { own = true }
    }
  }
}
