import GridlockEvents

extension StuckAnalysis {
  /// Reports threads that wait for a lock they hold.
  mutating func findSelfDeadlocks() {
    for thread in stuck {
      guard let need = releaseNeed(of: thread), need.owner == thread else { continue }
      report(
        .selfDeadlock, members: [thread],
        participants: waiting(thread) + [holding(need.lock, by: thread)])
    }
  }

  /// Reports locks whose owner has ended, with all who wait for them.
  mutating func findDeadOwners() {
    var groups: [LockID: [ThreadID]] = [:]
    var owners: [LockID: ThreadID] = [:]
    for thread in stuck where claims[thread] == nil {
      guard let need = releaseNeed(of: thread), state.threads[need.owner]?.isAlive == false
      else { continue }
      groups[need.lock, default: []].append(thread)
      owners[need.lock] = need.owner
    }
    for (lock, members) in groups.sorted(by: { $0.key < $1.key }) {
      guard let owner = owners[lock] else { continue }
      report(
        .exitHolding, also: stories(of: members).map(\.kind), members: members,
        participants: [holding(lock, by: owner)] + members.flatMap(waiting))
    }
  }
}
