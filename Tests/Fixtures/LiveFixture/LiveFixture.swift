import Foundation
import Gridlock
import GridlockAnalysis

/// A program that gets itself into the state its argument names, says "ready", and stays there.
///
/// The tests watch it from outside, signal it, and end it.
@main
struct LiveFixture {
  static func main() {
    // Whoever started it may have had signals blocked, as every dispatch worker has.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    // Where there is no /proc, Swift has no arguments.
    let name =
      CommandLine.arguments.dropFirst().first ?? ProcessInfo.processInfo.environment["CASE"] ?? ""
    if name.hasPrefix("holder-"), let kind = HolderWork.Kind(rawValue: String(name.dropFirst(7))) {
      holder(HolderWork(kind))
      return
    }
    switch name {
    case "cycle": cycle()  // makes the ring
    case "idle": ready()
    case "work": work()
    case "held": held()
    case "wrapped": wrapped()
    case "pools": pools()
    case "own-handler": ownHandler()
    case "fork": forked()
    case "closed-descriptors": closedDescriptors()
    case "misuse": misuse()
    case "exits": exits()
    case "busy": busy()
    case "busy-briefly": busyBriefly()
    case "ten-million": tenMillion()
    case "contended": contended()
    case "fork-briefly": forkBriefly()
    case "lucky": lucky()
    case "stranger": stranger()
    case "lost-wakeup": lostWakeup()
    case "waiters": waiters()
    case let name where fault(name): break
    default:
      say("unknown case")
      exit(2)
    }
  }

  static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  static func ready() -> Never {
    say("ready")
    while true { pause() }
  }

  /// Looks until so many threads wait.
  static func awaitWaits(_ count: Int) {
    while Detector.currentState().threads.values.count(where: { $0.wait != nil }) < count {
      sched_yield()
    }
  }

  /// Two threads in a ring, and the main thread waiting for one of them: a closed world.
  static func cycle() {
    let left = ConditionLock(condition: 0, name: "left")  // creates left
    let right = ConditionLock(condition: 0, name: "right")  // creates right
    let barrier = Barrier(2)
    let first = thread(named: "first") {
      left.lock()  // first takes left
      barrier.wait()
      right.lock()  // first waits
    }
    thread(named: "second") {
      right.lock()  // second takes right
      barrier.wait()
      // The others wait by then: this closes the ring, and the world.
      awaitWaits(2)
      left.lock()  // second waits
    }
    say("ready")
    first.join()  // main joins
  }

  /// One operation, nothing wrong.
  static func work() -> Never {
    ConditionLock(condition: 0, name: "fine").withLock {}
    ready()
  }

  /// More events than the rings keep, by two threads that started at different times.
  static func wrapped() -> Never {
    let lock = ConditionLock(condition: 0, name: "busy")
    let threads = [50, 20_000].map { rounds in
      thread(named: "rounds of \(rounds)") {
        for _ in 0..<rounds { lock.withLock {} }
      }
    }
    for thread in threads { thread.join() }
    ready()
  }

  /// The main thread holds a lock and is what gets the signal; another waits.
  static func held() -> Never {
    let lock = ConditionLock(condition: 0, name: "held by main")
    lock.lock()
    thread(named: "waiter") { lock.lock() }
    awaitWaits(1)
    ready()
  }

  /// Every thread of the task pool and 16 dispatch threads wait.
  static func pools() -> Never {
    let lock = ConditionLock(condition: 0, name: "everybody's")
    lock.lock()
    let width = ProcessInfo.processInfo.activeProcessorCount
    for _ in 0..<width { Task.detached { block(on: lock) } }
    for index in 0..<16 {
      DispatchQueue(label: "queue-\(index)").async { block(on: lock) }
    }
    awaitWaits(width + 16)
    ready()
  }

  static func block(on lock: ConditionLock) {
    lock.lock()
    lock.unlock()
  }

  /// A program with a handler of its own.
  static func ownHandler() -> Never {
    signal(SIGUSR1) { _ in
      let text: StaticString = "own handler ran\n"
      write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    ConditionLock(condition: 0, name: "fine").withLock {}
    ready()
  }

  /// A parent that is fine and a child that hangs.
  static func forked() -> Never {
    let lock = ConditionLock(condition: 0, name: "before fork")
    lock.withLock {}
    let child = Forking.fork()
    if child == 0 {
      // Outlives no test for long.
      alarm(20)
      lock.lock()
      thread(named: "child's") { lock.lock() }
      say("child \(getpid())")
      while true { pause() }
    }
    ready()
  }

  /// A host that tidies up what it did not open.
  static func closedDescriptors() {
    let lock = ConditionLock(condition: 0, name: "tidy")
    lock.withLock {}
    for descriptor in 3..<256 { close(Int32(descriptor)) }
    cycle()
  }

  /// A warning, and the way to end on request.
  static func misuse() {
    let lock = ConditionLock(condition: 0, name: "free")
    lock.unlock()
    _ = Detector.findings()
    say("done")
  }

  static func exits() {
    ConditionLock(condition: 0, name: "fine").withLock {}
    say("done")
  }
}
