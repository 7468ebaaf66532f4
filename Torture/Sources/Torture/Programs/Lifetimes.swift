import Foundation
import Gridlock

extension Program {
  /// Short lives of threads and locks: addresses and records come back at once.
  static let churn = Program(name: "churn") { random in
    for _ in 0..<20 + random.below(60) {
      let lock = Watched(0)
      let threads = 1 + random.below(3)
      Worker.all(threads, &random) { _, random in
        if random.oneIn(2) {
          lock.lock.lock()
          lock.entered()
        } else {
          while !lock.lock.lock(whenCondition: 0, before: limit(1_000, &random)) {}
          lock.entered(wanting: 0)
        }
        lock.leave(random.oneIn(2) ? 0 : nil)
      }
      lock.checkAtRest(entries: threads)
    }
  }

  /// Processes that begin by fork, with and without exec, also while a lock is held.
  static let starts = Program(name: "starts") { random in
    let held = Watched(0)
    for _ in 0..<1 + random.below(3) {
      let holds = random.oneIn(2)
      let seed = random.split()
      if holds {
        held.lock.lock()
        held.entered()
      }
      let child =
        random.oneIn(3) ? Forked.replaced() : Forked.started { inChild(held, holds, seed) }
      if holds { held.leave(nil) }
      let status = Forked.wait(for: child)
      check(status == 0, "a forked child ended with \(status)")
    }
  }

  /// What a child does with the lock it may hold, locks of its own, and threads of its own.
  private static func inChild(_ held: Watched, _ holds: Bool, _ seed: Random) -> Int32 {
    // Shows where it hangs, if it does.
    signal(SIGALRM) { _ in abort() }
    alarm(30)
    if holds { held.leave(1) }
    held.lock.lock()
    held.lock.unlock(withCondition: 2)
    var random = seed
    handOver.run(&random)
    return 0
  }
}

/// Processes made by fork, which Swift does not offer.
enum Forked {
  private static let fork = unsafeBitCast(
    dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)

  static func started(_ body: () -> Int32) -> pid_t {
    let child = fork()
    if child == 0 { _exit(body()) }
    check(child > 0, "fork: \(errno)")
    return child
  }

  /// A child that becomes another program.
  static func replaced() -> pid_t {
    var child = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    let status = posix_spawn(&child, "/bin/true", nil, nil, &arguments, environ)
    free(arguments[0])
    check(status == 0, "posix_spawn: \(status)")
    return child
  }

  /// The exit status, or minus the signal that ended the child.
  static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) != child { check(errno == EINTR, "waitpid: \(errno)") }
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }
}
