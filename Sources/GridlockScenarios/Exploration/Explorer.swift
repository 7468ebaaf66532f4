/// Explores every schedule of a scenario.
///
/// Breadth first over packed states, each visited once. Of moves that commute with all that other
/// bodies may still do, only one order is tried; a move that goes back in a loop is never singled
/// out so, which keeps every state that can't be left from being passed over.
public struct Explorer {
  /// Where to give up. Reaching a bound gives the verdict `unknown` unless the rest is proved.
  public struct Options: Sendable, Hashable {
    public var mostStates: Int
    public var mostBytes: Int
    public var timeLimit: Duration
    /// Whether to leave out orders of moves that commute.
    public var reduces: Bool
    /// Whether to stop as soon as a schedule that hangs and one that ends are found.
    public var stopsWhenProved: Bool

    public init(
      mostStates: Int = 50_000_000, mostBytes: Int = 2 << 30, timeLimit: Duration = .seconds(60),
      reduces: Bool = true, stopsWhenProved: Bool = true
    ) {
      self.mostStates = min(mostStates, Int(UInt32.max) - 2)
      self.mostBytes = mostBytes
      self.timeLimit = timeLimit
      self.reduces = reduces
      self.stopsWhenProved = stopsWhenProved
    }
  }

  public var scenario: Scenario
  public var options: Options

  public init(_ scenario: Scenario, options: Options = Options()) {
    self.scenario = scenario
    self.options = options
  }

  /// Explores from the first state.
  public func explore() -> Exploration {
    let model = StepModel(scenario)
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: model.stateSize)
    defer { start.deallocate() }
    model.writeInitialState(start)
    var search = Search(model: model, options: options, start: start)
    search.run()
    return search.result()
  }
}
