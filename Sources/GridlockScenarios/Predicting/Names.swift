import GridlockAnalysis
import GridlockEvents

/// Goes back from the bodies and objects of a recorded program to the run's threads and locks.
struct Names {
  private let program: RecordedProgram
  private let run: RecordedRun
  private let locks: [LockID]

  init(_ program: RecordedProgram, _ run: RecordedRun) {
    self.program = program
    self.run = run
    var seen: Set<LockID> = []
    locks = run.events.map(\.lock).filter { $0 != .none && seen.insert($0).inserted }
  }

  func steps(of witness: Schedule) -> [Prediction.Step] {
    // A wait for a signal that was entered, and that nobody ended.
    var entered: Set<Scenario.OperationReference> = []
    for step in witness.steps {
      entered = entered.filter { $0.body != step.operation.body }
      if step.outcome == .completed { entered.insert(step.operation) }
    }
    return witness.order.compactMap { step in
      let body = step.operation.body
      let number = step.operation.operation - 1
      guard program.operations[body].indices.contains(number) else { return nil }
      let event = program.operations[body][number].event
      return Prediction.Step(
        thread: event.thread, operation: operation(of: event), lock: event.lock,
        other: event.other, value: event.operation == .unlockWith ? event.after : event.wanted,
        stack: event.stack,
        isBlocked: step.isBlocked
          || (event.operation == .wait && entered.contains(step.operation)))
    }
  }

  private func operation(of event: Event) -> Operation {
    switch event.kind {
    case .spawned: .spawn
    case .joined: .join
    default: event.operation
    }
  }

  /// The model's state under the run's names.
  func renamed(_ state: SystemState) -> SystemState {
    var state = state
    let names = run.lockNames
    for (id, thread) in state.threads {
      let index = Int(thread.id.index) - 1
      guard program.threads.indices.contains(index) else { continue }
      let known = run.threads[program.threads[index]]?.name ?? ""
      state.threads[id]!.name = known.isEmpty ? "thread \(program.threads[index].index)" : known
    }
    for (id, lock) in state.locks {
      let index = Int(lock.id.index) - 1
      guard locks.indices.contains(index) else { continue }
      state.locks[id]!.name = names[locks[index]] ?? ""
    }
    return state
  }
}
