import Dispatch
import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import Gridlock

@Suite(.timeLimit(.minutes(10))) struct DeclaringTests {
  private enum Step: Int, CaseIterable { case idle, loaded, sent }

  @Test func aDeclaredHandOffIsANote() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let meant = Lock(name: "meant")
        meant.declareHandOff()
        let condition = ConditionLock(condition: 0, name: "meant too")
        condition.declareHandOff()
        let stray = Lock(name: "stray")
        for lock in [meant, condition, stray] as [any NSLocking & Sendable] {
          lock.lock()
          InChild.once { lock.unlock() }
        }
        let found = InChild.findings(.nonOwner)
        precondition(found.count == 3)
        for finding in found {
          let isStray = finding.participants.contains { $0.lock == stray.lockID }
          precondition(finding.severity == (isStray ? .warning : .note))
        }
      }
    }
  }

  @Test func aWaitIsGivenUpOnlyWhenItsDeclaredSettersAreGone() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = ConditionLock(condition: 0, name: "relay")
        thread(named: "seen to set it") {
          lock.lock()
          lock.unlock(withCondition: 7)
          lock.lock(whenCondition: 7)
          lock.unlock(withCondition: 0)
        }.join()
        let end = DispatchSemaphore(value: 0)
        let declared = DispatchSemaphore(value: 0)
        let first = thread(named: "declared by another") { end.wait() }
        lock.declareSetter(of: 7, by: first)
        let second = thread(named: "declared by itself") {
          lock.declareSetter(of: 7)
          declared.signal()
          end.wait()
        }
        declared.wait()
        thread(named: "waiter") { lock.lock(whenCondition: 7) }
        precondition(InChild.eventually { Detector.report().contains("waits in") })
        for _ in 0..<3 { precondition(InChild.stuck.isEmpty) }
        end.signal()
        end.signal()
        first.join()
        second.join()
        precondition(InChild.eventually { !InChild.stuck.isEmpty })
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func oneReleaseInManyThatBreaksADeclarationIsAWarning() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = ConditionLock(condition: Step.idle.rawValue, name: "steps")
        lock.declareTransitions(
          Step.self, [.idle: [.loaded], .loaded: [.sent], .sent: [.idle]])
        for round in 0..<5_000 {
          for step in Step.allCases {
            lock.lock(whenCondition: step.rawValue)
            // Once in the middle, sent too early, and back again before anybody can look.
            if round == 2_500, step == .idle {
              lock.unlock(withCondition: Step.sent.rawValue)
              lock.lock(whenCondition: Step.sent.rawValue)
              lock.unlock(withCondition: Step.idle.rawValue)
              lock.lock(whenCondition: Step.idle.rawValue)
            }
            lock.unlock(withCondition: (step.rawValue + 1) % 3)
          }
        }
        let found = InChild.findings(.drift)
        precondition(found.count == 1)
        precondition(found[0].severity == .warning)
        precondition(found[0].reasons[0].contains("from 0 (idle) to 2 (sent)"))
        precondition(InChild.findings(.brokenChain).isEmpty)
      }
    }
  }

  @Test func aPlainUnlockWhereTheValueMayNotStayIsABrokenChain() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = ConditionLock(condition: 0, name: "steps")
        lock.declareTransitions(
          Step.self, [.idle: [.loaded, .idle], .loaded: [.sent]])
        // Allowed to stay, not listed, or not taken by its value.
        lock.lock(whenCondition: 0)
        lock.unlock()
        lock.lock()
        lock.unlock(withCondition: 1)
        lock.lock()
        lock.unlock()
        precondition(InChild.findings(.brokenChain).isEmpty)
        for _ in 0..<2 {
          lock.lock(whenCondition: 1)
          lock.unlock()
        }
        let found = InChild.findings(.brokenChain)
        precondition(found.map(\.severity) == [.warning])
        precondition(InChild.findings(.drift).isEmpty)
      }
    }
  }

  @Test func theStrongestReactionOfAFindingsLocksIsTaken() {
    let locks = (1...3).map { LockID(index: $0, generation: 1) }
    var finding = Finding(
      kind: .order, certainty: .possible, severity: .warning,
      participants: locks.map { lock in
        Finding.Participant(
          role: .holds, operation: .lock, lock: lock, mark: Mark(thread: .none))
      })
    var declarations = Declarations()
    #expect(declarations.reaction(to: finding) == nil)
    declarations.reactions[locks[0], default: .init()].kinds[.order] = .ignore
    #expect(declarations.reaction(to: finding) == .ignore)
    declarations.reactions[locks[1], default: .init()].all = .abort
    #expect(declarations.reaction(to: finding) == .abort)
    declarations.reactions[locks[1]]!.kinds[.order] = .report
    #expect(declarations.reaction(to: finding) == .report)
    finding.kind = .longHold
    #expect(declarations.reaction(to: finding) == .abort)
  }

  @Test func aLockThatIsToBeIgnoredIsNotPrintedAndKept() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let output = InChild.file("")
        setenv("GRIDLOCK_OUTPUT", output, 1)
        let quiet = Lock(name: "quiet one")
        let loud = Lock(name: "loud one")
        quiet.setReaction(.ignore, for: .nonOwner)
        InChild.once { quiet.unlock() }
        InChild.once { loud.unlock() }
        precondition(InChild.findings(.nonOwner).count == 2)
        let text = try! String(contentsOfFile: output, encoding: .utf8)
        precondition(text.contains("loud one") && !text.contains("quiet one"))
        unlink(output)
      }
    }
  }
}
