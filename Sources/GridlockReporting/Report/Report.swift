public import GridlockAnalysis
public import GridlockEvents

/// All that a renderer needs, frozen: what is known of the program at one instant, with stacks
/// already turned into frames.
public struct Report: Sendable {
  /// The events kept of each lock, at most.
  public static let historyLimit = 32

  public var state: SystemState
  public var findings: [Finding]
  /// The frames of every stack that the state, the findings and the histories mention.
  public var stacks: [StackID: [Frame]]
  /// The latest events of each lock, oldest first.
  public var histories: [LockID: [Event]]
  public var process: ReportedProcess
  public var losses: Losses
  /// Settings that change what is seen, by name.
  public var settings: [String: String]
  /// Names of tagged operations. Those missing here are called by their numbers, as `T0.4`.
  public var tagNames: [SiteTag: String]
  /// What threads do that others wait for and that do not wait in Gridlock themselves; of a live
  /// process only.
  public var activities: [ThreadID: ThreadActivity] = [:]
  /// Threads that never used Gridlock's locks, where one of them may be what is waited for.
  public var strangers: [Stranger] = []
  /// How many more there are.
  public var strangersLeftOut = 0
  /// What else a reader should know, a sentence each.
  public var notices: [String] = []

  /// - Parameters:
  ///   - state: Who holds and who waits.
  ///   - findings: What was found, in the order it is told.
  ///   - histories: Events of each lock, oldest first; the latest ``historyLimit`` are kept.
  ///   - process: Whose state it is.
  ///   - losses: What could not be kept.
  ///   - settings: Settings that change what is seen, by name.
  ///   - tagNames: Names of tagged operations.
  ///   - frames: The frames of a stack, innermost first; asked once for each stack.
  public init(
    state: SystemState, findings: [Finding] = [], histories: [LockID: [Event]] = [:],
    process: ReportedProcess = ReportedProcess(), losses: Losses = Losses(),
    settings: [String: String] = [:], tagNames: [SiteTag: String] = [:],
    frames: (StackID) -> [Frame] = { _ in [] }
  ) {
    self.state = state
    self.findings = findings
    self.histories = histories.mapValues { Array($0.suffix(Report.historyLimit)) }
    self.process = process
    self.losses = losses
    self.losses.events = max(losses.events, state.lostEvents)
    self.settings = settings
    self.tagNames = tagNames
    stacks = [:]
    for stack in mentionedStacks { stacks[stack] = frames(stack) }
  }

  /// What a tagged operation is called, or nil for an untagged one.
  public func name(of tag: SiteTag) -> String? {
    tagNames[tag] ?? tag.body.map { "T\($0).\(tag.operation)" }
  }
}
