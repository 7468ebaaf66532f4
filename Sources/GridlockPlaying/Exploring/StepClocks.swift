import GridlockEvents

/// Which steps of a schedule had to come before which: a vector clock for each thread and lock.
struct StepClocks {
  /// By party, then by party: how many steps of the other are known to have come before.
  private var parties: [[Int]] = []
  private var locks: [LockID: [Int]] = [:]
  private var onLock: [LockID: [Int]] = [:]
  /// By step: whose it is, and which of its steps.
  private var numbers: [(party: Int, number: Int)] = []

  /// The steps on a lock so far, oldest first.
  func steps(on lock: LockID) -> [Int] { onLock[lock] ?? [] }

  /// Whether a step comes before whatever the party does next.
  func happened(_ step: Int, before party: Int) -> Bool {
    let (other, number) = numbers[step]
    guard party < parties.count, other < parties[party].count else { return false }
    return parties[party][other] >= number
  }

  /// Takes in the next step.
  mutating func take(_ step: ScheduleStep, _ index: Int) {
    let party = step.party
    while parties.count <= party { parties.append([]) }
    if step.lock != .none, let known = locks[step.lock] { merge(known, into: party) }
    switch step.act {
    case .join(-1): for other in parties.indices { merge(parties[other], into: party) }
    case .join(let other) where other < parties.count: merge(parties[other], into: party)
    default: break
    }
    while parties[party].count <= party { parties[party].append(0) }
    parties[party][party] += 1
    numbers.append((party, parties[party][party]))
    if case .start(let child) = step.act {
      while parties.count <= child { parties.append([]) }
      merge(parties[party], into: child)
    }
    guard step.lock != .none else { return }
    locks[step.lock] = parties[party]
    onLock[step.lock, default: []].append(index)
  }

  private mutating func merge(_ clock: [Int], into party: Int) {
    while parties[party].count < clock.count { parties[party].append(0) }
    for (other, number) in clock.enumerated() {
      parties[party][other] = max(parties[party][other], number)
    }
  }
}
