/// How a text report looks.
public struct TextOptions: Sendable, Hashable {
  /// Whether to colour it for a terminal.
  public var usesColour: Bool
  /// Paths inside this directory are shown from there on.
  public var directory: String?
  /// Calls shown of each stack, at most.
  public var callsPerStack: Int
  /// Events shown of each lock, at most.
  public var eventsPerLock: Int
  /// Whether Gridlock's own frames and compiler-made ones are shown too.
  public var showsOwnFrames: Bool

  public init(
    usesColour: Bool = false, directory: String? = nil, callsPerStack: Int = 12,
    eventsPerLock: Int = 8, showsOwnFrames: Bool = false
  ) {
    self.usesColour = usesColour
    self.directory = directory
    self.callsPerStack = callsPerStack
    self.eventsPerLock = eventsPerLock
    self.showsOwnFrames = showsOwnFrames
  }
}
