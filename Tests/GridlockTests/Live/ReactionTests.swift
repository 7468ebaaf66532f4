import CGridlock
import Foundation
import GridlockAnalysis
import GridlockEvents
import GridlockLocks
import Synchronization
import Testing

@testable import Gridlock

extension LiveTests {
  @Suite struct ReactionTests {
    @Test("A ring is told before the thread that closes it parks")
    func beforeParking() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let spy = Closing.ring()
        Child.awaitState("the last thread at its parking place") { _ in spy.toldAtParking != nil }
        if spy.toldAtParking != [.cycle] {
          Child.fail("found at parking: \(spy.toldAtParking ?? [])")
        }
        Child.awaitFinding(.cycle)
      }
      #expect(Told(result).titles == ["error: cycle (probable)"])
    }

    @Test("With the reaction abort the last thread never parks")
    func abortBeforeParking() async {
      let result = await #expect(
        processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
      ) {
        setenv("GRIDLOCK_REACTION", "abort", 1)
        let spy = Closing.ring()
        Child.awaitState("the end") { _ in spy.toldAtParking != nil && spy.hasSpoken }
      }
      let told = Told(result)
      #expect(told.titles == ["error: cycle (probable)"], "\(told)")
      #expect(!told.text.contains("parks"), "\(told)")
    }

    @Test("Abort ends the process for errors only")
    func abortsForErrors() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Detector.configure { $0.reaction = .abort }
        Closing.releaseFree()
        Child.awaitFinding(.nonOwner)
      }
      #expect(Told(result).titles == ["warning: non-owner (certain)"])
    }

    @Test("Ignore keeps the finding and prints nothing; one kind may differ from the rest")
    func ignores() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Detector.configure { settings in
          settings.reaction = .ignore
          settings.reactions = [.selfDeadlock: .report]
        }
        Closing.releaseFree()
        Child.awaitFinding(.nonOwner)
        Closing.own()
        Child.awaitFinding(.selfDeadlock)
        if !Detector.report().contains("non-owner") { Child.fail("not in the report") }
      }
      #expect(Told(result).titles == ["error: self (probable)"])
    }

    @Test("The function for a debugger's breakpoint is there by its name")
    func breakpoint() throws {
      // A program exports no symbols to dlsym; a debugger reads them from the file.
      let program = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"))
      #expect(program.range(of: Data("\0gridlock_finding_breakpoint\0".utf8)) != nil)
    }
  }
}

private enum Closing {
  /// Notes what was known when its thread came to park, then parks it.
  final class Spy: RunController {
    private let told = Mutex<[Finding.Kind]?>(nil)
    private let spoke = Mutex(false)
    var toldAtParking: [Finding.Kind]? { told.withLock { $0 } }
    var hasSpoken: Bool { spoke.withLock { $0 } }

    func willAttempt(_ thread: Waiter, _ attempt: Attempt) {}

    func park(
      _ thread: Waiter, _ operation: GridlockEvents.Operation, lock: LockID, deadline: UInt64
    ) -> Bool {
      let kinds = LiveDetector.current?.inbox.withLock { $0.findings.map(\.kind) } ?? []
      told.withLock { told in if told == nil { told = kinds } }
      Child.say("parks")
      spoke.withLock { $0 = true }
      return gl_park(thread, UInt32(GL_PARKED), deadline)
    }

    func choose(among waiters: [ThreadID], lock: LockID, by thread: Waiter) -> Int { 0 }
    func didChange(lock: LockID) {}
  }

  /// Closes a ring of two; the thread that closes it is watched on its way to the parking place.
  static func ring() -> Spy {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let barrier = Barrier(2)
    let spy = Spy()
    thread(named: "first") {
      left.lock()
      barrier.wait()
      right.lock()
    }
    thread(named: "closing") {
      right.lock()
      barrier.wait()
      Child.awaitWaits(1)
      gl_self_recorded().pointee.controller = Unmanaged.passUnretained(spy).toOpaque()
      left.lock()
    }
    return spy
  }

  static func releaseFree() { ConditionLock(condition: 0, name: "free").unlock() }

  static func own() {
    let lock = ConditionLock(condition: 0, name: "own")
    thread(named: "again") {
      lock.lock()
      lock.lock()
    }
  }
}
