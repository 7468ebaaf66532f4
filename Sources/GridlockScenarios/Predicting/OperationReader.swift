import GridlockEvents

/// Turns one thread's events into the operations they tell of.
struct OperationReader {
  private(set) var operations: [RecordedOperation] = []
  /// How often the thread has each lock; a recursive one more than once.
  private var depths: [LockID: Int] = [:]
  private var looked: Set<LockID> = []
  /// Monitors whose wait has been told.
  private var waits: Set<LockID> = []

  mutating func take(_ event: Event) {
    switch event.kind {
    case .acquired: acquired(event)
    case .timedOut: timedOut(event)
    case .released: released(event)
    case .read: if depths[event.lock, default: 0] > 0 { looked.insert(event.lock) }
    case .signalled, .spawned, .joined: operations.append(RecordedOperation(event: event))
    case .created, .waiting, .destroyed, .threadStarted, .threadEnded: break
    }
  }

  private mutating func acquired(_ event: Event) {
    if event.operation == .semaphoreWait || event.operation == .semaphoreWaitUntil {
      operations.append(RecordedOperation(event: event))
      return
    }
    depths[event.lock, default: 0] += 1
    looked.remove(event.lock)
    // A wait's end takes the lock again: that is part of the wait.
    if waits.remove(event.lock) != nil { return }
    if depths[event.lock] == 1 { operations.append(RecordedOperation(event: event)) }
  }

  private mutating func timedOut(_ event: Event) {
    switch event.operation {
    // The lock is taken again all the same.
    case .wait, .waitUntil: break
    default: operations.append(RecordedOperation(event: event, failed: true))
    }
  }

  private mutating func released(_ event: Event) {
    if event.operation == .wait || event.operation == .waitUntil {
      waits.insert(event.lock)
      depths[event.lock] = 0
      operations.append(RecordedOperation(event: event))
      return
    }
    let depth = depths[event.lock, default: 0]
    depths[event.lock] = max(depth - 1, 0)
    guard depth <= 1 else { return }
    operations.append(RecordedOperation(event: event, looked: looked.contains(event.lock)))
    looked.remove(event.lock)
  }
}
