import GridlockAnalysis
import GridlockEvents

/// Foresees hangs from a run that ended well.
///
/// What the recorded threads did is taken as a program, and every schedule of it is explored, so
/// that hangs through values are met as well as those through the order of locks. A long run is
/// looked at in stretches.
///
/// - Complexity: Exponential in the threads of a stretch at worst; bounded by the options.
public struct Predictor: Sendable {
  public struct Options: Sendable {
    /// Operations looked at in one go.
    public var stretch = 400
    /// Stretches looked at; the latest count.
    public var mostStretches = 16
    public var exploring = Explorer.Options(
      mostStates: 2_000_000, mostBytes: 512 << 20, timeLimit: .seconds(5))

    public init() {}
  }

  /// What came of it.
  public struct Outcome: Sendable {
    public var predictions: [Prediction] = []
    public var stretches = 0
    /// Stretches that were too large to be looked at in full.
    public var unsettled = 0
    /// Stretches whose values the code chooses in a way that can't be told from the run.
    public var unknowable = 0
  }

  public var options: Options

  public init(options: Options = Options()) { self.options = options }

  /// Explores other schedules of what a run did.
  ///
  /// - Parameters:
  ///   - run: What was recorded.
  ///   - progress: Told before each stretch: its number, and how many there are.
  public func predict(
    _ run: RecordedRun, progress: (Int, Int) -> Void = { _, _ in }
  ) -> Outcome {
    var outcome = Outcome()
    let stretches = self.stretches(of: run)
    var seen: Set<String> = []
    for (index, stretch) in stretches.enumerated() {
      progress(index + 1, stretches.count)
      outcome.stretches += 1
      guard let program = RecordedProgram(stretch) else {
        outcome.unknowable += 1
        continue
      }
      let exploration = Explorer(program.scenario, options: options.exploring).explore()
      if exploration.verdict == .unknown { outcome.unsettled += 1 }
      guard let witness = exploration.witness,
        var prediction = Self.prediction(program, witness, exploration, stretch)
      else { continue }
      if stretches.count > 1 { prediction.assumptions.append(.stretch) }
      let key = Self.key(of: prediction)
      if seen.insert(key).inserted { outcome.predictions.append(prediction) }
    }
    return outcome
  }

  private func stretches(of run: RecordedRun) -> [RecordedRun] {
    let counted = run.events.filter { $0.kind == .acquired || $0.kind == .released }.count
    guard counted > options.stretch else { return [run] }
    let size = max(run.events.count * options.stretch / counted, 1)
    var result: [RecordedRun] = []
    var end = run.events.count
    while end > 0, result.count < options.mostStretches {
      // Half of each is looked at again with what came before it.
      let start = max(end - size, 0)
      var part = run
      part.events = Array(run.events[start..<end])
      result.append(part)
      if start == 0 { break }
      end -= max(size / 2, 1)
    }
    return result
  }

  private static func key(of prediction: Prediction) -> String {
    let blocked = prediction.steps.filter(\.isBlocked).map {
      "\($0.operation) \($0.stack.rawValue)"
    }
    return prediction.finding.kind.rawValue + blocked.sorted().joined(separator: ",")
  }

  private static func prediction(
    _ program: RecordedProgram, _ witness: Schedule, _ exploration: Exploration,
    _ run: RecordedRun
  ) -> Prediction? {
    var scenario = program.scenario
    scenario.hang = exploration.verdict == .all ? .all : .some
    scenario.order = witness.order
    let told = scenario.witnessEvents(after: exploration)
    var analyzer = Analyzer()
    for lock in told.locks { analyzer.declare(lock) }
    for thread in told.threads { analyzer.declare(thread) }
    analyzer.declareClosedWorld(true)
    for event in told.events { analyzer.apply(event) }
    guard var finding = StuckDetector.findings(in: analyzer.state).first else { return nil }
    finding.occurrence = .predicted
    finding.certainty = .possible
    finding.severity = min(finding.severity, .warning)
    let names = Names(program, run)
    return Prediction(
      finding: finding, steps: names.steps(of: witness),
      assumptions: ([.branches] + program.assumptions).sorted(), scenario: scenario,
      state: names.renamed(analyzer.state))
  }
}
