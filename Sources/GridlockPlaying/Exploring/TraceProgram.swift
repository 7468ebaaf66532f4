import GridlockAnalysis
import GridlockEvents
import GridlockScenarios

/// What the threads of one run did, as a scenario: the model on which a schedule is shortened.
///
/// Branches that were not taken are not in it.
struct TraceProgram {
  private(set) var scenario: Scenario
  /// For each party and each of its operations, how many of its steps come up to it.
  private var stepsUpTo: [[Int]]

  /// Steps of a schedule that is still made a program of: tries nest, one in the other.
  private static let mostSteps = 1000

  /// Nil for a schedule too long to be shortened so.
  init?(_ result: RunResult) {
    guard result.steps.count <= Self.mostSteps else { return nil }
    let bodies = result.names.indices
    scenario = Scenario(bodies: bodies.map { Scenario.Body(kind: .thread, number: $0) })
    stepsUpTo = bodies.map { _ in [] }
    var objects: [LockID: Int] = [:]
    for lock in Self.locks(of: result) {
      guard let state = result.locks[lock] else { continue }
      objects[lock] = scenario.objects.count
      scenario.objects.append(Self.object(state, number: scenario.objects.count + 1))
    }
    for body in bodies {
      let steps = (result.steps + result.pending).filter { $0.party == body }
      var reader = ActReader(objects: objects, bodies: bodies.count, body: body)
      var actions: [(action: Scenario.Action, failed: Bool)] = []
      for (index, step) in steps.enumerated() {
        let isInVain = step.timedOut || step.failed
        for action in reader.actions(of: step) {
          actions.append((action, isInVain))
          stepsUpTo[body].append(index + 1)
        }
      }
      scenario.bodies[body].statements = Scenario.Statement.repeating(actions[...])
    }
  }

  private static func locks(of result: RunResult) -> [LockID] {
    var seen: Set<LockID> = []
    return (result.steps + result.pending).map(\.lock).filter {
      $0 != .none && seen.insert($0).inserted
    }
  }

  private static func object(_ lock: LockState, number: Int) -> Scenario.Object {
    switch lock.kind {
    case .condition:
      Scenario.Object(
        name: "L\(number)", kind: .conditionLock, initialValue: lock.initialValue)
    case .mutex, .recursive, .external: Scenario.Object(name: "M\(number)", kind: .plainLock)
    case .monitor: Scenario.Object(name: "C\(number)", kind: .condition)
    case .semaphore:
      Scenario.Object(
        name: "S\(number)", kind: .semaphore, initialValue: lock.initialValue)
    }
  }

  /// The shortest schedule of the model that hangs, as a schedule of the run.
  func shortestHang() -> (schedule: ScheduleText, scenario: Scenario)? {
    let exploration = Explorer(
      scenario,
      options: .init(mostStates: 300_000, mostBytes: 1 << 28, timeLimit: .seconds(2))
    ).explore()
    guard let witness = exploration.witness else { return nil }
    var done = scenario.bodies.map { _ in 0 }
    var choices: [ScheduleText.Choice] = []
    done[0] = 1
    for step in witness.steps {
      let body = step.operation.body
      guard step.outcome != .blocked, stepsUpTo[body].indices.contains(step.operation.operation - 1)
      else { continue }
      var target = stepsUpTo[body][step.operation.operation - 1]
      // Being woken, and taking the lock again, are two steps of a run.
      if step.outcome == .resumed { target += 2 }
      while done[body] < target {
        choices.append(ScheduleText.Choice(party: body))
        done[body] += 1
      }
    }
    var found = scenario
    found.hang = exploration.verdict == .all ? .all : .some
    found.order = witness.order
    return (ScheduleText(choices), found)
  }
}
