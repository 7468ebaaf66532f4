import CGridlock
import Foundation
import Testing

@testable import GridlockLocks

/// What holds in a child made by `fork`. Each test forks inside a process of its own.
@Suite("Fork", .timeLimit(.minutes(10)))
struct ForkTests {
  /// Runs the body in a forked child; ends this process with 0 when it answers true.
  private static func inChild(_ body: () -> Bool) -> Int32 {
    let child = fork()
    if child == 0 {
      // Threads that run tests block most signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGALRM)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      alarm(20)
      _exit(body() ? 0 : 1)
    }
    var status: Int32 = -1
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// The events all threads of this arena have written.
  private static func events() -> UInt64 {
    let base = gl_arena_base()!
    let used = base.assumingMemoryBound(to: gl_header.self).pointee.threads_used
    return (0..<used).reduce(0) { $0 + gl_arena_record(base, $1).pointee.head }
  }

  @Test("A child locks, unlocks, waits with a limit, and hands values between its threads")
  func works() async {
    await #expect(processExitsWith: .success) {
      for kind in SubjectKind.ours {
        let lock = kind.makeOurs(0)
        lock.lock()
        lock.unlock()
        let status = Self.inChild {
          lock.lock()
          guard !lock.try() else { return false }
          lock.unlock(withCondition: 1)
          guard !lock.lock(whenCondition: 5, before: Date(timeIntervalSinceNow: 0.01)) else {
            return false
          }
          let other = Worker {
            lock.lock(whenCondition: 2)
            lock.unlock(withCondition: 3)
          }
          lock.lock(whenCondition: 1)
          lock.unlock(withCondition: 2)
          lock.lock(whenCondition: 3)
          lock.unlock()
          other.join()
          return true
        }
        if status != 0 { exit(1) }
        if lock.condition != 0 || lock.isHeld { exit(2) }
      }
      exit(0)
    }
  }

  @Test("A child never writes to its parent's arena, whoever acts first in it")
  func apart() async {
    await #expect(processExitsWith: .success) {
      let lock = ConditionLock(condition: 0)
      // Not recorded so far: another thread makes the arena.
      Worker.once {
        lock.lock()
        lock.unlock()
      }
      let firsts: [@Sendable () -> Void] = [
        { lock.name = "child's" },
        { lock.lock() },
        { Worker { lock.lock() }.join() },
        { _ = lock.condition },
        { _ = ConditionLock(condition: 3, name: "new") },
        { pthread_exit(nil) },
      ]
      for isKnown in [false, true] {
        if isKnown { lock.withLock {} }
        for first in firsts {
          let base = gl_arena_base()!
          let header = base.assumingMemoryBound(to: gl_header.self)
          let before = (Self.events(), header.pointee.names_used, header.pointee.slots_used)
          _ = Self.inChild {
            first()
            return true
          }
          let after = (Self.events(), header.pointee.names_used, header.pointee.slots_used)
          if before != after || header.pointee.pid != getpid() { exit(1) }
          if (0..<header.pointee.threads_used).contains(where: {
            let record = gl_arena_record(base, $0)
            return record.pointee.id == gl_self().pointee.id
              && record.pointee.state != UInt8(GL_ALIVE)
          }) {
            exit(3)
          }
        }
      }
      exit(0)
    }
  }

  @Test("The thread that forked keeps its identity and its lock, another thread can't take it over")
  func identity() async {
    await #expect(processExitsWith: .success) {
      for kind in SubjectKind.ours {
        let lock = kind.makeOurs(0)
        lock.lock()
        let me = gl_self().pointee.id
        let status = Self.inChild {
          let other = Worker.once { lock.try() ? 0 : gl_self().pointee.id }
          guard other != me, other != 0, gl_self().pointee.id == me else { return false }
          lock.unlock(withCondition: 4)
          return Worker.once { lock.tryLock(whenCondition: 4) }
        }
        if status != 0 { exit(1) }
        lock.unlock()
      }
      exit(0)
    }
  }

  @Test("A lock held by a thread that did not come along stays held")
  func held() async {
    await #expect(processExitsWith: .success) {
      for kind in SubjectKind.ours {
        let lock = kind.makeOurs(0)
        Worker.once { lock.lock() }
        let status = Self.inChild {
          !lock.try() && !lock.lock(before: Date(timeIntervalSinceNow: 0.01))
        }
        if status != 0 { exit(1) }
      }
      exit(0)
    }
  }

  @Test("No wake-up is spent on a waiter that did not come along")
  func waiters() async {
    await #expect(processExitsWith: .success) {
      for kind in SubjectKind.ours {
        let lock = kind.makeOurs(0)
        let waiters = (0..<3).map { _ in
          Worker {
            lock.lock(whenCondition: 1)
            lock.unlock()
          }
        }
        if !eventually({ lock.queued == 3 }) { exit(2) }
        let status = Self.inChild {
          guard lock.queued == 0 else { return false }
          let mine = Worker {
            lock.lock(whenCondition: 1)
            lock.unlock(withCondition: 2)
          }
          guard eventually({ lock.queued == 1 }) else { return false }
          lock.lock()
          lock.unlock(withCondition: 1)
          mine.join()
          return lock.condition == 2
        }
        if status != 0 { exit(1) }
        lock.unlock(withCondition: 1)
        for waiter in waiters { waiter.join() }
      }
      exit(0)
    }
  }
}
