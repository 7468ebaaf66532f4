public import GridlockEvents

extension SystemState {
  /// The wait that `thread` cannot leave by itself, or nil if it runs, has ended, or its wait has
  /// a limit that it will reach.
  /// - Complexity: O(1)
  public func blockedWait(of thread: ThreadState) -> Wait? {
    guard thread.isAlive, let wait = thread.wait else { return nil }
    return wait.isUntimed || wait.isEndlessRetry(at: time) ? wait : nil
  }

  /// All that must happen before `wait` of `thread` can end; empty when it can go right now.
  ///
  /// What an unknown thread or an observer holds is taken as about to be released.
  /// - Complexity: O(1)
  public func needs(of wait: Wait, in thread: ThreadID) -> [Need] {
    switch wait.target {
    case .end(let other):
      return threads[other]?.isAlive == true ? [.end(other)] : []
    case .signal(let id):
      guard let monitor = locks[id] else { return [] }
      return [.signal(id)] + releaseNeed(of: monitor, except: thread)
    case .lock(let id):
      guard let lock = locks[id] else { return [] }
      switch lock.kind {
      case .semaphore:
        return lock.value > 0 ? [] : [.count(id)]
      case .recursive:
        return releaseNeed(of: lock, except: thread)
      case .condition:
        let release = releaseNeed(of: lock)
        guard let wanted = wait.wanted, wanted != lock.value else { return release }
        return release + [.value(id, wanted)]
      case .mutex, .monitor, .external:
        return releaseNeed(of: lock)
      }
    }
  }

  private func releaseNeed(of lock: LockState, except thread: ThreadID? = nil) -> [Need] {
    guard let owner = lock.owner, owner != thread, let state = threads[owner],
      !state.isObserver
    else { return [] }
    return [.release(lock.id, by: owner)]
  }
}
