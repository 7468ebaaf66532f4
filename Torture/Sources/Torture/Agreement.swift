import Foundation
import Gridlock

/// The same random calls on Foundation's class and on ours must answer alike.
///
/// Calls are those that need not wait, by two threads that take turns, and timed ones with limits
/// that are past, near, or far away while the other thread lets them go.
struct Agreement {
  let count: Int
  let seed: UInt64

  func run() {
    var random = Random(seed: seed)
    var calls = 0
    let other = Turns()
    for sequence in 0..<count {
      let start = random.below(4) - 1
      let pair = Pair(start)
      for _ in 0..<2 + random.below(24) {
        calls += 1
        let step = Step(&random)
        let agrees = random.oneIn(3) ? other.run { pair.agrees(on: step) } : pair.agrees(on: step)
        check(
          agrees,
          "sequence \(sequence) of seed \(seed): \(pair.log.joined(separator: "; "))")
      }
      check(
        pair.ours.try() == pair.theirs.try(), "sequence \(sequence) of seed \(seed): one is free")
      pair.finish()
    }
    other.end()
    print("torture: \(count) sequences, \(calls) calls agree with Foundation's class; seed \(seed)")
  }

  struct Step: Sendable {
    var call: Int
    var value: Int
    var limit: TimeInterval

    init(_ random: inout Random) {
      call = random.below(8)
      value = random.below(4) - 1
      limit = random.oneIn(60) ? 0.001 : random.oneIn(2) ? 0 : -1
    }
  }

  final class Pair: @unchecked Sendable {
    let ours: ConditionLock
    let theirs: NSConditionLock
    private(set) var log: [String] = []
    private var isHeld = false

    init(_ value: Int) {
      ours = ConditionLock(condition: value)
      theirs = NSConditionLock(condition: value)
    }

    func agrees(on step: Step) -> Bool {
      let limit = Date(timeIntervalSinceNow: step.limit)
      let value = step.value
      var answers = (true, true)
      switch step.call {
      case 0: answers = (ours.try(), theirs.try())
      case 1: answers = (ours.tryLock(whenCondition: value), theirs.tryLock(whenCondition: value))
      case 2: answers = (ours.lock(before: limit), theirs.lock(before: limit))
      case 3:
        answers = (
          ours.lock(whenCondition: value, before: limit),
          theirs.lock(whenCondition: value, before: limit)
        )
      case 4 where !isHeld:
        ours.lock()
        theirs.lock()
      case 5 where !isHeld && ours.condition == value:
        ours.lock(whenCondition: value)
        theirs.lock(whenCondition: value)
      case 4, 5, 6:
        ours.unlock()
        theirs.unlock()
        isHeld = false
        answers = (false, false)
      default:
        ours.unlock(withCondition: value)
        theirs.unlock(withCondition: value)
        isHeld = false
        answers = (false, false)
      }
      if answers.0 { isHeld = true }
      log.append("\(step) -> \(answers)")
      return answers.0 == answers.1 && ours.condition == theirs.condition
    }

    func finish() {
      ours.unlock()
      theirs.unlock()
    }
  }

  /// Runs closures on another thread, one at a time.
  final class Turns: @unchecked Sendable {
    private let go = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private var body: (() -> Bool)?
    private var answer = false
    private var worker: Worker?

    init() {
      worker = Worker.start(isKnown: false) { [unowned self] in
        while true {
          go.wait()
          guard let body else { return }
          answer = body()
          self.body = nil
          done.signal()
        }
      }
    }

    func run(_ body: @escaping @Sendable () -> Bool) -> Bool {
      self.body = body
      go.signal()
      done.wait()
      return answer
    }

    func end() {
      go.signal()
      worker?.join()
    }
  }
}
