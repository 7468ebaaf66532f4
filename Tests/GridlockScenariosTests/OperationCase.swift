import GridlockScenarios
import Testing

/// A small scenario for each rule, and how often it hangs.
struct OperationCase: CustomTestStringConvertible, Sendable {
  var rule: String
  var verdict: Exploration.Verdict
  var text: String

  init(_ rule: String, _ verdict: Exploration.Verdict, _ text: String) {
    self.rule = rule
    self.verdict = verdict
    self.text = text
  }

  var testDescription: String { rule }
}

extension OperationCase {
  static let all = locks + monitors + threads + tasks + queues

  static let locks = [
    OperationCase(
      "a foreign release frees a lock", .never,
      """
      init: M1
      T0: lock M1; spawn T1; lock M1
      T1: unlock M1
      """),
    OperationCase(
      "a release of a free lock does nothing", .never,
      """
      init: L1(0)
      T1: unlock L1; lock L1
      """),
    OperationCase(
      "a value may be set without holding the lock", .never,
      """
      init: L1(0)
      T1: unlockWith L1 4
      T2: lockWhen L1 4
      """),
    OperationCase(
      "a value is fixed when its wait starts", .some,
      """
      init: L1(5), X=0
      T1: lockWhen L1 $X; unlock L1
      T2: set X 1; lock L1; unlockWith L1 1
      """),
    OperationCase(
      "a lock's own value is always wanted at once when it is free", .never,
      """
      init: L1(7), X=0
      T1: lockWhen L1 $L1; unlock L1
      T2: read L1 X; lockWhen L1 $X; unlock L1
      """),
    OperationCase(
      "a failed try takes nothing", .never,
      """
      init: L1(0)
      T1: lock L1; try L1 { lock L1 } else { unlock L1 }; lock L1
      """),
    OperationCase(
      "a try for another value fails", .never,
      """
      init: L1(0)
      T1: tryWhen L1 1 { lock L1 }; tryWhen L1 0 { unlock L1 } else { lock L1; lock L1 }
      """),
    OperationCase(
      "a limit passes where the lock is never free", .never,
      """
      init: L1(0)
      T1: lock L1; lockBefore L1 10 { lock L1 }; lockWhenBefore L1 3 10 { lock L1 }
      """),
    OperationCase(
      "a timed form that can go at once goes", .all,
      """
      init: L1(0)
      T1: lockBefore L1 0 { lock L1 }
      """),
    OperationCase(
      "the limit may pass although another could have let it go", .some,
      """
      init: L1(0)
      T1: lockWhenBefore L1 1 10 else { lock L1; lock L1 }
      T2: unlockWith L1 1
      """),
    OperationCase(
      "a fresh lock is free", .never,
      """
      init: L1(3)
      T1: lock L1; destroy L1; new L1(5); lockWhen L1 5
      """),
    OperationCase(
      "a body that ends leaves its locks held", .some,
      """
      init: M1
      T1: lock M1; exit; unlock M1
      T2: lock M1; unlock M1
      """),
    OperationCase(
      "a lock may be retaken in any order", .some,
      """
      init: M1, M2
      T1: lock M1; lock M2; unlock M2; unlock M1
      T2: lock M2; lock M1; unlock M1; unlock M2
      """),
    OperationCase(
      "a computed value counts down", .never,
      """
      init: L1(2)
      T1: repeat 2 { lock L1; unlockWith L1 $L1-1 }
      T2: lockWhen L1 0
      """),
  ]

  static let monitors = [
    OperationCase(
      "a signal before the wait is lost", .some,
      """
      init: C1
      T1: lock C1; wait C1; unlock C1
      T2: lock C1; signal C1; unlock C1
      """),
    OperationCase(
      "a signal wakes one of two", .all,
      """
      init: C1
      T1..T2: lock C1; wait C1; unlock C1
      T3: lock C1; signal C1; unlock C1
      """),
    OperationCase(
      "a wait gives its lock up", .never,
      """
      init: C1, X=0
      T1: lock C1; while X==0 { wait C1 }; unlock C1
      T2: lock C1; set X 1; broadcast C1; unlock C1
      """),
    OperationCase(
      "a wait without the lock leaves its owner alone and takes the lock", .some,
      """
      init: C1
      T1: wait C1
      T2: lock C1; broadcast C1; unlock C1; lock C1; unlock C1
      """),
    OperationCase(
      "a timed wait ends by itself and takes the lock again", .never,
      """
      init: C1
      T1: lock C1; waitUntil C1 10; unlock C1
      """),
    OperationCase(
      "a timed wait can't end while another keeps the lock", .some,
      """
      init: C1
      T1: lock C1; waitUntil C1 10; unlock C1
      T2: lock C1
      """),
    OperationCase(
      "a semaphore counts", .never,
      """
      init: S1(1)
      T1: semWait S1; semWait S1
      T2: semSignal S1
      """),
    OperationCase(
      "a semaphore runs out", .all,
      """
      init: S1(1)
      T1: semWait S1; semWait S1
      """),
  ]
}
