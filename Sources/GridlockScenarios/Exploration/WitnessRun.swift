public import GridlockAnalysis
public import GridlockEvents

/// One run of a scenario as live locks would have told it.
public struct WitnessRun: Sendable, Hashable {
  /// The steps taken; its order forces the same run.
  public var schedule: Schedule
  /// What to feed to an `Analyzer`, in order.
  public var events: [Event]
  /// The locks, for an `Analyzer` to know their kinds and names.
  public var locks: [LockState]
  /// The threads, for an `Analyzer` to know their kinds and names; they are all there are.
  public var threads: [ThreadState]
  /// Whether the file's `order:` was followed; false also where it can't be.
  public var followsOrder: Bool
}

extension Scenario {
  /// The run to judge the scenario's expectation by.
  ///
  /// The file's `order:` is followed, then a schedule that hangs where there is one. Without an
  /// order it is the shortest schedule that hangs, taken from an exploration if one was made.
  /// Where nothing hangs, all bodies run freely to their ends.
  public func witnessEvents(
    after exploration: Exploration? = nil,
    options: Explorer.Options = Explorer.Options(mostStates: 2_000_000, timeLimit: .seconds(10))
  ) -> WitnessRun {
    let model = StepModel(self, cuttingRepeats: false)
    var run = Runner(machine: Machine(model))
    run.events = run.machine.begin()
    var isForced = false
    if !order.isEmpty,
      let found = OrderFollower(model: model, order: order).follow(from: run.machine.state)
    {
      run.take(found.steps)
      isForced = true
    }
    if let exploration {
      if !isForced, let witness = exploration.witness,
        run.follow(witness, cut: exploration.repeatsWereCut)
      {
        return run.finish(order: witness.order, followsOrder: false)
      }
      if exploration.verdict == .never {
        return run.finish(order: isForced ? order : [], followsOrder: isForced)
      }
    }
    var search = Search(model: model, options: options, start: run.machine.state)
    search.run()
    if let witness = search.result().witness {
      run.take(witness.steps)
      run.hangs = true
      return run.finish(
        order: (isForced ? order : []) + witness.order, followsOrder: isForced)
    }
    return run.finish(order: isForced ? order : [], followsOrder: isForced)
  }

  /// A run of the bodies left to themselves, in which chance decides who moves next.
  ///
  /// For findings that any run may show: different seeds give different runs.
  public func randomRun(seed: UInt64) -> WitnessRun {
    var run = Runner(machine: Machine(StepModel(self, cuttingRepeats: false)))
    run.events = run.machine.begin()
    return run.finish(order: [], followsOrder: false, seed: seed)
  }
}

/// A machine on its way, with what it told.
private struct Runner {
  var machine: Machine
  var steps: [Schedule.Step] = []
  var events: [Event] = []
  var hangs = false

  mutating func take(_ steps: [Schedule.Step]) {
    for step in steps {
      guard let told = machine.apply(step) else { return }
      self.steps.append(step)
      events += told
    }
  }

  /// Follows a witness, by its order where its steps are those of cut programs.
  mutating func follow(_ witness: Schedule, cut: Bool) -> Bool {
    if cut {
      let follower = OrderFollower(model: machine.model, order: witness.order)
      guard let found = follower.follow(from: machine.state) else { return false }
      take(found.steps)
    } else {
      take(witness.steps)
    }
    hangs = true
    return true
  }

  /// Lets run what still can, and tells of all that can't.
  mutating func finish(
    order: [Scenario.OrderStep], followsOrder: Bool, seed: UInt64? = nil
  ) -> WitnessRun {
    var free = FreeRun(machine, seed: seed)
    free.run(mostSteps: hangs ? 2_000 : 300_000)
    steps += free.steps
    events += free.events
    machine = free.machine
    for body in machine.stuckBodies { events += machine.announce(body) }
    return WitnessRun(
      schedule: Schedule(
        steps: steps, order: order,
        hangs: hangs || (machine.choices().isEmpty && !machine.isFinished)),
      events: events, locks: machine.locks, threads: machine.threads, followsOrder: followsOrder)
  }
}
