import GridlockEvents

/// What live threads would tell of their starts and ends.
extension Machine {
  /// A task's own number; zero for threads and blocks.
  func task(of body: Int) -> UInt64 {
    model.scenario.bodies[body].kind == .task ? UInt64(body + 1) : 0
  }

  func isIdle(_ body: Int, in state: [UInt8]) -> Bool {
    let status = state[model.bodies[body].offset]
    return status == StepModel.Status.dormant || status == StepModel.Status.finished
  }

  /// The starts and ends of bodies since an earlier state.
  mutating func startsAndEnds(since before: [UInt8]) -> [Event] {
    var starts: [Event] = []
    var ends: [Event] = []
    for body in 0..<model.bodyCount {
      let was = before[model.bodies[body].offset]
      let status = state[model.bodies[body].offset]
      if was == status { continue }
      if isIdle(body, in: before) {
        runs[body] += 1
        gaveUpThread[body] = false
        starts.append(lifetime(.threadStarted, body))
      } else if task(of: body) != 0 {
        if status == StepModel.Status.queued || isAwaiting(body) {
          gaveUpThread[body] = true
        } else if gaveUpThread[body] {
          starts += moveToOtherThread(body)
        }
      }
      if status == StepModel.Status.finished {
        announced[body] = false
        ends.append(lifetime(.threadEnded, body))
      }
    }
    return starts + ends
  }

  private func lifetime(_ kind: Event.Kind, _ body: Int) -> Event {
    Event(
      kind: kind, operation: kind == .threadEnded ? .exit : .none, time: time,
      thread: thread(of: body), task: task(of: body), tag: SiteTag(body: body, operation: 0))
  }

  private func isAwaiting(_ body: Int) -> Bool {
    guard state[model.bodies[body].offset] == StepModel.Status.suspended else { return false }
    if case .await = withState({ model.programInstruction($0, body)?.action }) { return true }
    return false
  }

  /// A suspended task goes on in whichever thread of the pool came free. The thread it left is
  /// told to have ended, unless that would tell of locks left held that the task still means to
  /// release.
  private mutating func moveToOtherThread(_ body: Int) -> [Event] {
    gaveUpThread[body] = false
    guard model.scenario.poolWidth != 1 else { return [] }
    var events: [Event] = []
    let holds = model.owners.contains { $0 >= 0 && state[Int($0)] == UInt8(body + 1) }
    if !holds { events.append(lifetime(.threadEnded, body)) }
    runs[body] += 1
    return events + [lifetime(.threadStarted, body)]
  }
}
