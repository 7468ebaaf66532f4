import Foundation
import Gridlock
import GridlockAnalysis
import Synchronization

/// What the tests of threads that hold a lock and do something else run.
extension LiveFixture {
  /// A thread takes a lock, does what its name says, and another waits for the lock. Says the report
  /// of all, then lets the holder go on, and says what came of what it did.
  static func holder(_ work: HolderWork) {
    let lock = ConditionLock(condition: 0, name: "wanted")
    let hasEnded = DispatchSemaphore(value: 0)
    let body = { @Sendable in
      lock.lock()  // holder takes wanted
      work.run()  // holder works
      lock.unlock()
      hasEnded.signal()
    }
    if work.isOnQueue {
      DispatchQueue.global().async(execute: body)
    } else {
      thread(named: "holder", body)
    }
    work.awaitStart()
    let waiter = thread(named: "waiter") {
      lock.lock()
      lock.unlock()
    }
    awaitWaits(1)
    say(Detector.report())
    work.letGo()
    hasEnded.wait()
    waiter.join()
    var action = sigaction()
    precondition(sigaction(SIGPROF, nil, &action) == 0)
    let isDefault = action.__sigaction_handler.sa_handler == nil
    say("went on: \(work.outcome); SIGPROF is \(isDefault ? "free" : "taken")")
  }

  /// A thread waits for a value that nobody sets, and another has nothing to do with locks.
  static func stranger() -> Never {
    let lock = ConditionLock(condition: 0, name: "slot")
    let work = HolderWork(.pipe)
    Thread { work.run() }.start()
    work.awaitStart()
    thread(named: "waiter") { lock.lock(whenCondition: 1) }
    awaitWaits(1)
    say(Detector.report())
    ready()
  }
}

/// Something a thread does while it holds a lock.
final class HolderWork: Sendable {
  enum Kind: String {
    case computing, pipe, mutex, blocked, poll, taken, queue
  }

  private let kind: Kind
  private let thread = Atomic<Int32>(0)
  private let isOver = Atomic(false)
  private let result = Mutex("nothing")
  private let ends: (read: Int32, write: Int32)
  private let gate = NSLock()

  init(_ kind: Kind) {
    self.kind = kind
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0)
    self.ends = (ends[0], ends[1])
    if kind == .mutex { gate.lock() }
    if kind == .taken { signal(SIGPROF) { _ in } }
  }

  /// Whether a worker of a dispatch queue does it, and no thread of its own.
  var isOnQueue: Bool { kind == .queue }

  var outcome: String { result.withLock { $0 } }

  func run() {
    if kind == .blocked {
      var mask = sigset_t()
      sigfillset(&mask)
      pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let id = link?.split(separator: "/").last.flatMap { Int32($0) }
    thread.store(id ?? -1, ordering: .releasing)
    let outcome: String
    switch kind {
    case .computing, .blocked, .taken, .queue: outcome = compute()
    case .pipe: outcome = readPipe()
    case .poll: outcome = pollPipe()
    case .mutex:
      gate.lock()  // holder waits for the mutex
      outcome = "has the mutex"
    }
    result.withLock { $0 = outcome }
  }

  @inline(never)
  private func compute() -> String {
    while !isOver.load(ordering: .relaxed) {}  // holder computes
    return "computed"
  }

  @inline(never)
  private func readPipe() -> String {
    var byte: UInt8 = 0
    let count = read(ends.read, &byte, 1)  // holder reads
    return "read \(count) byte"
  }

  @inline(never)
  private func pollPipe() -> String {
    var waiting = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
    let count = poll(&waiting, 1, 20_000)
    return "poll gave \(count)"
  }

  /// Waits until the thread is where it is to be seen.
  func awaitStart() {
    while thread.load(ordering: .acquiring) == 0 { sched_yield() }
    guard [.pipe, .mutex, .poll].contains(kind) else { return }
    let path = "/proc/self/task/\(thread.load(ordering: .acquiring))/stat"
    while (try? String(contentsOfFile: path, encoding: .utf8))?
      .split(separator: ")").last?.hasPrefix(" S") != true
    { sched_yield() }
  }

  func letGo() {
    isOver.store(true, ordering: .relaxed)
    if kind == .mutex { gate.unlock() }
    if kind == .pipe || kind == .poll { precondition(write(ends.write, "!", 1) == 1) }
  }
}
