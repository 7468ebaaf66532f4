import Dispatch
import Foundation
import GridlockAnalysis
import GridlockEvents
import Testing

@testable import Gridlock

@Suite(.timeLimit(.minutes(10))) struct ExternalLockTests {
  /// Another library's lock and its adapter.
  private final class Database: Sendable {
    private let lock = Foundation.NSLock()
    let watch = ExternalLock(name: "database")

    func take() {
      watch.willAcquire()
      lock.lock()
      watch.didAcquire()
    }

    func give() {
      lock.unlock()
      watch.didRelease()
    }
  }

  @Test func aRingThroughAnotherLibrarysLockIsACycle() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let database = Database()
        let cache = Lock(name: "cache")
        let met = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        thread(named: "reader") {
          database.take()
          met.0.signal()
          met.1.wait()
          cache.lock()
        }
        thread(named: "writer") {
          cache.lock()
          met.1.signal()
          met.0.wait()
          database.take()
        }
        let found = InChild.finding(.cycle)
        precondition(found?.severity == .error)
        precondition(Set(found!.participants.compactMap(\.lock)).count == 2)
        let report = Detector.report()
        precondition(report.contains("\"database\"") && report.contains("\"cache\""))
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func oppositeOrdersAreFoundWithoutAHangAndTriesMakeNone() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let cache = Lock(name: "cache")
        let tried = ExternalLock(name: "tried")
        for (lock, isTry) in [(tried, true), (ExternalLock(name: "waited for"), false)] {
          InChild.once {
            if !isTry { lock.willAcquire() }
            lock.didAcquire()
            cache.lock()
            cache.unlock()
            lock.didRelease()
          }
          InChild.once {
            cache.lock()
            if isTry { lock.didTry(succeeded: true) } else { lock.didAcquire() }
            lock.didRelease()
            cache.unlock()
          }
        }
        let found = InChild.findings(.order)
        precondition(found.count == 1)
        precondition(!found[0].participants.contains { $0.lock == tried.lockID })
      }
    }
  }

  @Test func theLateNewsOfAReleaseLeavesTheNextOwnerAlone() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = ExternalLock(name: "handed on")
        lock.willAcquire()
        lock.didAcquire()
        let next = InChild.Held(lock)
        // The first owner comes to say so only now.
        lock.didRelease()
        precondition(LiveDetector.state(of: lock.lockID)?.owner == next.id)
        next.release()
        precondition(LiveDetector.state(of: lock.lockID)?.owner == nil)
        precondition(InChild.findings(.nonOwner).isEmpty)
      }
    }
  }

  @Test func theOwnerTakesARecursiveLockAgainAndNoOther() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let again = ExternalLock(name: "recursive", isRecursive: true)
        for _ in 0..<3 {
          again.willAcquire()
          again.didAcquire()
        }
        again.didRelease()
        again.didRelease()
        precondition(LiveDetector.state(of: again.lockID)?.owner != nil)
        again.didRelease()
        precondition(LiveDetector.state(of: again.lockID)?.owner == nil)
        precondition(InChild.findings(.selfDeadlock).isEmpty)

        let once = ExternalLock(name: "plain")
        once.didAcquire()
        once.willAcquire()
        precondition(InChild.finding(.selfDeadlock) != nil)
      }
    }
  }

  @Test func aWaitThatGaveUpIsOver() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = ExternalLock(name: "busy")
        let owner = InChild.Held(lock)
        lock.willAcquire(before: Date(timeIntervalSinceNow: 5))
        precondition(InChild.wait(on: lock)?.deadline != nil)
        lock.didNotAcquire()
        precondition(InChild.wait(on: lock) == nil)
        lock.didTry(succeeded: false)
        precondition(LiveDetector.state(of: lock.lockID)?.owner == owner.id)
        owner.release()
      }
    }
  }

  @Test func callsOutOfOrderDoNoHarm() async {
    await #expect(processExitsWith: .success) {
      InChild.run {
        let lock = ExternalLock(name: "confused")
        let other = ExternalLock(name: "other", isRecursive: true)
        for step in 0..<3_000 {
          switch (step &* 7_919) % 11 {
          case 0: lock.willAcquire()
          case 1: lock.willAcquire(before: .distantFuture)
          case 2, 3: lock.didAcquire()
          case 4: lock.didNotAcquire()
          case 5, 6: lock.didRelease()
          case 7: lock.didTry(succeeded: step % 2 == 0)
          case 8: other.willAcquire()
          case 9: other.didAcquire()
          default: other.didRelease()
          }
        }
        lock.didAcquire()
        lock.didRelease()
        precondition(LiveDetector.state(of: lock.lockID)?.owner == nil)
        lock.didRelease()
        precondition(InChild.findings(.nonOwner).contains { $0.severity == .warning })
      }
    }
  }
}

extension InChild {
  /// A thread that has told of a lock and keeps it until asked.
  final class Held: @unchecked Sendable {
    private(set) var id = ThreadID.none
    private let asked = DispatchSemaphore(value: 0)
    private var holder: JoinableThread?

    init(_ lock: ExternalLock) {
      let has = DispatchSemaphore(value: 0)
      let holder = thread(named: "holder") { [asked] in
        lock.didAcquire()
        has.signal()
        asked.wait()
        lock.didRelease()
      }
      has.wait()
      id = ThreadID(rawValue: holder.id)
      self.holder = holder
    }

    func release() {
      asked.signal()
      holder?.join()
    }
  }

  /// The wait on a lock that some thread has published.
  static func wait(on lock: ExternalLock) -> Wait? {
    Detector.currentState().threads.values.compactMap(\.wait).first { $0.lock == lock.lockID }
  }
}
