/// What a thread was doing at the instant of a report, as the kernel has it.
///
/// Told of threads that others wait for and that do not wait in Gridlock themselves.
public struct ThreadActivity: Sendable, Hashable {
  /// The call a thread is in inside the kernel.
  public struct SystemCall: Sendable, Hashable {
    /// Nil for a number without a usual name.
    public var name: String?
    public var number: Int
    /// What its descriptor is, such as a path or `pipe:[17]`; empty when it has none.
    public var file: String

    public init(name: String?, number: Int, file: String = "") {
      self.name = name
      self.number = number
      self.file = file
    }
  }

  /// The kernel's letter, such as `R` or `S`; nil when it tells none.
  public var state: Character?
  /// Nil when it is in none, or the kernel does not tell.
  public var systemCall: SystemCall?
  /// Where in the kernel it sleeps; empty when unknown.
  public var waitChannel: String
  /// Where it was, innermost first.
  public var stack: [Frame]
  /// Why there is no stack; empty when there is.
  public var stackMissing: String

  public init(
    state: Character?, systemCall: SystemCall? = nil, waitChannel: String = "",
    stack: [Frame] = [], stackMissing: String = ""
  ) {
    self.state = state
    self.systemCall = systemCall
    self.waitChannel = waitChannel
    self.stack = stack
    self.stackMissing = stackMissing
  }

  /// `computes`, or `sleeps in read() of pipe:[17]`: to follow a name.
  public var sentence: String {
    var text =
      switch state {
      case "R": systemCall == nil ? "computes" : "runs"
      case "S": "sleeps"
      case "D": "waits for a device"
      case "T", "t": "is stopped"
      case "Z", "X": "has ended"
      case let letter?: "is in kernel state \(letter)"
      case nil: "is running"
      }
    if let systemCall {
      text += " in \(systemCall.text)"
      if !systemCall.file.isEmpty { text += " of \(Escape.text(systemCall.file))" }
    }
    if !waitChannel.isEmpty { text += " (\(Escape.text(waitChannel)) in the kernel)" }
    return text
  }
}

extension ThreadActivity.SystemCall {
  /// `read()`, or `system call 451`.
  public var text: String { name.map { "\($0)()" } ?? "system call \(number)" }
}
