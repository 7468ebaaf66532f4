import GridlockEvents

extension Replay {
  /// Tells what events don't say of a lock: its kind, name, creation site, names of values,
  /// declared setters and hand-off. Its history stays as it is.
  public mutating func declare(_ lock: LockState) {
    let isNew = state.locks[lock.id] == nil
    var known = state.locks[lock.id] ?? lock
    known.kind = lock.kind
    known.name = lock.name
    known.site = lock.site
    known.valueNames = lock.valueNames
    known.declaredSetters = lock.declaredSetters
    known.isHandOffDeclared = lock.isHandOffDeclared
    if lock.isHandOffDeclared || handedOverSites.contains(lock.site) { known.isHandedOver = true }
    if isNew || known.creation.thread == .none { known.creation = lock.creation }
    state.locks[lock.id] = known
    lockMemos[lock.id, default: LockMemo()].isKindKnown = true
  }

  /// Tells what events don't say of a thread: its name, kind, system id and whether it is an
  /// observer. What it holds and waits for stays as it is.
  public mutating func declare(_ thread: ThreadState) {
    prepare(thread: thread.id)
    state.threads[thread.id]?.name = thread.name
    state.threads[thread.id]?.kind = thread.kind
    state.threads[thread.id]?.systemID = thread.systemID
    state.threads[thread.id]?.isObserver = thread.isObserver
  }

  /// Tells whether the threads seen are all there are.
  public mutating func declareClosedWorld(_ isClosed: Bool) { state.isClosedWorld = isClosed }
}
