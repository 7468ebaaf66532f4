/// What a thread was doing, as it is written to JSON.
public struct ActivityJSON: Codable, Sendable, Hashable {
  public struct SystemCall: Codable, Sendable, Hashable {
    /// Left out for a number without a usual name.
    public var name: String?
    public var number: Int
    /// What its descriptor is; left out when it has none.
    public var file: String?
  }

  /// A thread that never used Gridlock's locks.
  public struct Stranger: Codable, Sendable, Hashable {
    public var systemID: Int32
    /// Left out when it has none.
    public var name: String?
    public var activity: ActivityJSON
  }

  /// The kernel's letter, such as `R`; left out when it tells none.
  public var state: String?
  public var systemCall: SystemCall?
  /// Where in the kernel it sleeps; left out when unknown.
  public var waitChannel: String?
  /// Innermost first; left out when there is none.
  public var stack: [FrameJSON]?
  /// Why there is no stack; left out when there is.
  public var stackMissing: String?

  init(_ activity: ThreadActivity) {
    state = activity.state.map(String.init)
    systemCall = activity.systemCall.map {
      SystemCall(name: $0.name, number: $0.number, file: $0.file.isEmpty ? nil : $0.file)
    }
    if !activity.waitChannel.isEmpty { waitChannel = activity.waitChannel }
    if !activity.stack.isEmpty { stack = activity.stack.map(FrameJSON.init) }
    if !activity.stackMissing.isEmpty { stackMissing = activity.stackMissing }
  }
}

extension ActivityJSON.Stranger {
  init(_ stranger: Stranger) {
    systemID = stranger.systemID
    if !stranger.name.isEmpty { name = stranger.name }
    activity = ActivityJSON(stranger.activity)
  }
}
