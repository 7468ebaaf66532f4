import Gridlock
import GridlockAnalysis
import GridlockEvents
import GridlockReporting
import GridlockScenarios

/// What is told of a schedule that failed.
struct RunStory {
  let result: RunResult
  let site: String
  let tried: Int
  let abandoned: Int
  let scenario: Scenario?
  let note: String?
  private let words: Detector.RunText

  init(
    result: RunResult, site: String, tried: Int, abandoned: Int, scenario: Scenario?, note: String?
  ) {
    self.result = result
    self.site = site
    self.tried = tried
    self.abandoned = abandoned
    self.scenario = scenario
    self.note = note
    var state = result.state
    for (id, lock) in result.locks where state.locks[id] == nil { state.locks[id] = lock }
    words = Detector.text(
      of: result.findings, in: state,
      stacks: Set((result.steps + result.pending).map(\.stack)).subtracting([.none]))
  }

  var schedule: String { ScheduleText(result.steps).text }

  var reason: String {
    switch result.failure {
    case .stuck:
      let stuck = result.pending.map { "\"\(result.names[$0.party])\"" }
      return "\(stuck.joined(separator: ", ")) can't go on"
    case .tooLong: return "the schedule did not end in \(result.steps.count) steps"
    case .diverged(let step):
      return "the schedule can't be followed: at step \(step + 1) its thread can't go"
    case .outside(let thread):
      return
        "\(thread) did not come to its next operation; what it waits for is not Gridlock's, so "
        + "this is not called a deadlock"
    case .finding: return "a finding"
    case .error(let text): return text
    case nil: return "nothing failed"
    }
  }

  var text: String {
    var lines = [
      "Gridlock: schedule \(tried) failed: \(reason)",
      "  replay it: GRIDLOCK_SCHEDULE='\(site)@\(schedule)'   or   .replay(\"\(schedule)\")",
    ]
    if let note { lines.append("  " + note) }
    lines.append("Schedule, step by step:")
    lines += steps
    for step in result.pending {
      lines.append("        \(name(step.party)) is left before \(text(of: step))\(place(step))")
    }
    if !words.findings.isEmpty { lines += ["", words.findings] }
    if let scenario {
      lines += ["", "As a scenario, for gridlock check and gridlock play:", scenario.description]
    }
    if abandoned > 0 {
      lines.append(
        "\(abandoned) \(abandoned == 1 ? "thread is" : "threads are") left stuck until the process "
          + "ends.")
    }
    return lines.joined(separator: "\n")
  }

  /// At most this many steps are told; the last ones matter.
  private static let mostSteps = 200

  private var steps: [String] {
    let skipped = max(result.steps.count - Self.mostSteps, 0)
    var lines = skipped > 0 ? ["   ...  \(skipped) steps before"] : []
    for (index, step) in result.steps.enumerated().dropFirst(skipped) {
      let number = String(index + 1)
      let pad = String(repeating: " ", count: max(6 - number.count, 0))
      lines.append("\(pad)\(number)  \(name(step.party)) \(text(of: step))\(place(step))")
    }
    return lines
  }

  private func name(_ party: Int) -> String { "\"\(result.names[party])\"" }

  private func place(_ step: ScheduleStep) -> String {
    words.places[step.stack].map { "  (\($0))" } ?? ""
  }

  private func text(of step: ScheduleStep) -> String {
    let lock = words.locks[step.lock] ?? "a lock"
    let text =
      switch step.act {
      case .begin: "begins"
      case .attempt(let operation, let value):
        "\(operation.call(value)) on \(lock)"
      case .wake: "wakes on \(lock)"
      case .join(-1): "waits for all threads"
      case .join(let other): "joins \(name(other))"
      case .start(let other):
        other < result.names.count ? "starts \(name(other))" : "starts a thread"
      case .pause: "lets others go"
      }
    return text + (step.timedOut ? ": its limit passes" : step.failed ? ": in vain" : "")
  }
}
