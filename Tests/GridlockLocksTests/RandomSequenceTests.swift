import Foundation
import Testing

@testable import GridlockLocks

/// The same random calls on two locks, by two threads that take turns: ours and Foundation's must
/// answer alike.
@Suite("Random call sequences")
struct RandomSequenceTests {
  /// Runs one closure at a time on a thread of its own.
  private final class Other: @unchecked Sendable {
    private let task = Shared<(@Sendable () -> Void)?>(nil)
    private let isOver = Shared(false)
    private var worker: Worker!

    init() {
      worker = Worker { [task, isOver] in
        while !isOver.value {
          task.wait { $0 != nil }
          task.value?()
          task.set(nil)
        }
      }
    }

    func start(_ body: @escaping @Sendable () -> Void) { task.set(body) }
    func finish() { task.wait { $0 == nil } }

    func end() {
      start { [isOver] in isOver.set(true) }
      worker.join()
    }
  }

  private enum Call {
    case `try`, tryWhen, lockBefore, lockWhenBefore, lock, lockWhen, unlock, unlockWith
    /// One thread waits with a limit far away, the other then frees the lock for it.
    case handOver

    static let all: [Call] = [
      .try, .tryWhen, .lockBefore, .lockWhenBefore, .lock, .lockWhen, .unlock, .unlock, .unlockWith,
      .unlockWith,
    ]
  }

  /// One call with all its arguments, fixed before it runs on either lock.
  private struct Step {
    var call: Call
    var value: Int
    var limit: TimeInterval
  }

  @Test(
    "Random sequences agree with Foundation", arguments: [SubjectKind.recording, .silent],
    [UInt64(0x5eed_0001), 0x5eed_0002])
  func agree(_ kind: SubjectKind, _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let other = Other()
    defer { other.end() }
    var calls = 0
    let sequences = 2_500
    for sequence in 0..<sequences {
      let start = Int.random(in: -1...2, using: &random)
      let ours = kind.makeOurs(start)
      let theirs = NSConditionLock(condition: start)
      var log: [String] = []
      for _ in 0..<Int.random(in: 5...30, using: &random) {
        guard let step = next(ours, &random) else { continue }
        let byOther = random.oneIn(3)
        let answers = run(step, ours, theirs, on: byOther ? other : nil, spare: other)
        calls += 1
        log.append("\(step.call) \(step.value) \(step.limit) other: \(byOther) -> \(answers)")
        if answers.0 != answers.1 || ours.condition != theirs.condition {
          Issue.record(
            "seed \(seed), sequence \(sequence) from \(start):\n\(log.joined(separator: "\n"))")
          return
        }
      }
      // Both are free, or neither is.
      #expect(ours.try() == theirs.try(), "seed \(seed), sequence \(sequence)")
      #expect(ours.queued == 0)
    }
    let printed = String(seed, radix: 16)
    print("\(kind): \(sequences) sequences, \(calls) calls agree; seed 0x\(printed)")
  }

  private func next(_ lock: any OpenSubject, _ random: inout SeededGenerator) -> Step? {
    var step = Step(
      call: Call.all.randomElement(using: &random)!, value: Int.random(in: -1...2, using: &random),
      limit: -1)
    let isFree = !lock.isHeld
    // Calls without a limit only where they need not wait: there Foundation's end the process.
    if step.call == .lock, !isFree { step.call = .try }
    if step.call == .lockWhen, !isFree || lock.condition != step.value { step.call = .tryWhen }
    if step.call == .lockBefore || step.call == .lockWhenBefore, random.oneIn(25) {
      step.limit = 0.002
    }
    if random.oneIn(40) { step.call = .handOver }
    if step.call == .handOver, isFree, lock.condition == step.value { return nil }
    return step
  }

  private func run(
    _ step: Step, _ ours: any Subject, _ theirs: any Subject, on thread: Other?, spare: Other
  ) -> (Bool?, Bool?) {
    let answers = Shared<(Bool?, Bool?)>((nil, nil))
    if step.call == .handOver {
      for (isOurs, lock) in [(true, ours), (false, theirs)] {
        spare.start {
          let taken = lock.lock(
            whenCondition: step.value, before: Date(timeIntervalSinceNow: 60))
          answers.change { if isOurs { $0.0 = taken } else { $0.1 = taken } }
        }
        lock.unlock(withCondition: step.value)
        spare.finish()
      }
      return answers.value
    }
    let body: @Sendable () -> Void = {
      answers.set((Self.call(step, ours), Self.call(step, theirs)))
    }
    if let thread {
      thread.start(body)
      thread.finish()
    } else {
      body()
    }
    return answers.value
  }

  private static func call(_ step: Step, _ lock: any Subject) -> Bool? {
    let limit = Date(timeIntervalSinceNow: step.limit)
    switch step.call {
    case .try: return lock.try()
    case .tryWhen: return lock.tryLock(whenCondition: step.value)
    case .lockBefore: return lock.lock(before: limit)
    case .lockWhenBefore: return lock.lock(whenCondition: step.value, before: limit)
    case .lock: lock.lock()
    case .lockWhen: lock.lock(whenCondition: step.value)
    case .unlock: lock.unlock()
    case .unlockWith: lock.unlock(withCondition: step.value)
    case .handOver: break
    }
    return nil
  }
}
