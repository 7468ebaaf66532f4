/// Threads kept for the next schedule.
final class WorkerPool: @unchecked Sendable {
  /// Touched by whoever has the turn.
  private var idle: [Worker] = []
  /// Workers ever made.
  private(set) var made = 0

  func take() -> Worker {
    if let worker = idle.popLast() { return worker }
    made += 1
    return Worker()
  }

  func give(_ worker: Worker) { idle.append(worker) }

  /// Ends the idle threads.
  func end() {
    for worker in idle { worker.end() }
    idle = []
  }
}
