import Foundation
import Gridlock
import GridlockAnalysis

/// Hosts that something goes wrong for.
extension LiveFixture {
  /// Answers whether the name is of a case here, after running it.
  static func fault(_ name: String) -> Bool {
    switch name {
    case "no-descriptors": withoutDescriptors(usedBefore: false)
    case "no-descriptors-left": withoutDescriptors(usedBefore: true)
    case "no-memory": withoutMemory()
    case "threads": manyThreads()
    case "steps": waitsOverClockStep()
    case "stopped-holding": stoppedHolding()
    case "allocator": allocatorStuck()
    case "loader": loaderLocked()
    case "cancelled": cancelled()
    case "crashes": crashes()
    case "unloaded": unloaded()
    case "exception": throwsThroughLock()
    case "fork-first": forkFirst()
    case "fork-busy": forkBusy()
    default: return false
    }
    return true
  }

  /// A ring after every descriptor was used up.
  private static func withoutDescriptors(usedBefore: Bool) {
    if usedBefore { ConditionLock(condition: 0, name: "early").withLock {} }
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    while open("/dev/null", O_RDONLY) >= 0 {}
    cycle()
  }

  /// Locks in a process that gets no more address space.
  private static func withoutMemory() {
    let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").first.flatMap { UInt64($0) }
    let room = (pages ?? 0) * page + 24 << 20
    var limit = rlimit(rlim_cur: rlim_t(room), rlim_max: rlim_t(room))
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    let lock = ConditionLock(condition: 0, name: "scarce")
    for turn in 0..<1000 {
      lock.lock(whenCondition: turn % 2)
      lock.unlock(withCondition: (turn + 1) % 2)
    }
    say("done")
  }

  /// More threads at once than there are rings, each with an operation, and one that hangs.
  private static func manyThreads() -> Never {
    let count = 5000
    let shared = ConditionLock(condition: 0, name: "shared")
    let all = Barrier(count + 1)
    for _ in 0..<count {
      thread(named: "crowd", stackSize: 64 << 10) {
        shared.withLock {}
        all.wait()
        while true { pause() }
      }
    }
    all.wait()
    thread(named: "last") {
      shared.lock()
      shared.lock()
    }
    ready()
  }

  /// A wait with a limit, during which the wall clock is set.
  private static func waitsOverClockStep() {
    let lock = ConditionLock(condition: 0, name: "patient")
    let start = ContinuousClock.now
    let came = lock.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: 2))
    let took = ContinuousClock.now - start
    // A step forward would end it at once, a step back in an hour.
    say("\(came) \(took > .milliseconds(1900) ? "on time" : "early")")
  }

  /// Holds a lock for no time but that of being stopped.
  private static func stoppedHolding() {
    let lock = ConditionLock(condition: 0, name: "held while stopped")
    lock.lock()
    say("ready")
    // The parent stops and continues this process, then writes a byte.
    var byte: UInt8 = 0
    _ = read(STDIN_FILENO, &byte, 1)
    _ = Detector.findings()
    lock.unlock()
    say("done")
  }

  /// With the allocator stuck for good, locks are taken and left, and a ring closes.
  private static func allocatorStuck() -> Never {
    let left = ConditionLock(condition: 0, name: "left")
    let right = ConditionLock(condition: 0, name: "right")
    let turn = NSLock()
    let inside = Barrier(2)
    let all = Barrier(3)
    let go = Barrier(3)
    let names = [(left, right, "first"), (right, left, "second")]
    for (mine, other, name) in names {
      thread(named: name) {
        // Its own: nobody waits for it, which would be looked at.
        let spare = ConditionLock(condition: 0, name: "spare of \(name)")
        // The first time that a thread takes one lock within another is noted, which allocates.
        turn.withLock {
          mine.lock()
          for lock in [spare, other] { lock.withLock {} }
          mine.unlock()
        }
        inside.wait()
        mine.lock()
        all.wait()
        go.wait()
        for _ in 0..<1000 {
          spare.lock()
          spare.unlock()
        }
        other.lock()
      }
    }
    all.wait()
    _ = Detector.findings()
    stickAllocator()
    go.wait()
    let text: StaticString = "ready\n"
    write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    while true { pause() }
  }

  /// Calls what the preloaded library offers.
  private static func stickAllocator() {
    let symbol = dlsym(nil, "stick_allocator")!
    unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
  }

  /// A thread sits in a callback that holds the loader's lock for good.
  private static func loaderLocked() {
    let held = Barrier(2)
    thread(named: "loading") {
      holdLoader(held)
    }
    held.wait()
    let lock = ConditionLock(condition: 0, name: "beside the loader")
    for _ in 0..<100 { lock.withLock {} }
    deep(20) { lock.withLock {} }
    write(STDOUT_FILENO, "worked\n", 7)
    cycle()
  }

  private static func holdLoader(_ held: Barrier) {
    typealias Callback = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
    let iterate = unsafeBitCast(
      dlsym(nil, "dl_iterate_phdr"),
      to: (@convention(c) (Callback, UnsafeMutableRawPointer?) -> Int32).self)
    _ = iterate(
      { _, _, context in
        Unmanaged<Barrier>.fromOpaque(context!).takeUnretainedValue().wait()
        while true { pause() }
      }, Unmanaged.passUnretained(held).toOpaque())
  }

  @inline(never)
  private static func deep(_ levels: Int, _ body: () -> Void) {
    if levels == 0 { body() } else { deep(levels - 1, body) }
    withExtendedLifetime(levels) {}
  }

  /// A thread that is cancelled while it holds a lock that another waits for.
  private static func cancelled() -> Never {
    let lock = ConditionLock(condition: 0, name: "orphaned")
    let taken = Barrier(2)
    var id = pthread_t()
    let body = Unmanaged.passRetained(
      Body {
        lock.lock()
        taken.wait()
        while true { sleep(1) }  // where a cancellation is taken
      })
    pthread_create(
      &id, nil,
      { context in
        Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    taken.wait()
    pthread_cancel(id)
    pthread_join(id, nil)
    thread(named: "waiter") { lock.lock() }
    awaitWaits(1)
    ready()
  }

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// A crash between two operations.
  private static func crashes() {
    let lock = ConditionLock(condition: 0, name: "last seen")
    thread(named: "witness") { while true { lock.withLock {} } }
    for _ in 0..<1000 { lock.withLock {} }
    signal(SIGSEGV, SIG_DFL)
    UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1
  }

  /// A lock taken from a library that is no longer there when its stacks are read.
  private static func unloaded() {
    let lock = ConditionLock(condition: 0, name: "from a library")
    Self.passing = { lock.lock() }
    through("through") { LiveFixture.passing() }
    lock.lock()
  }

  nonisolated(unsafe) private static var passing: () -> Void = {}

  /// Calls back from a function of the library that the environment names, and unloads it.
  private static func through(_ function: String, _ callback: @escaping @convention(c) () -> Void) {
    let library = dlopen(ProcessInfo.processInfo.environment["LIBRARY"], RTLD_NOW)!
    let call = unsafeBitCast(
      dlsym(library, function),
      to: (@convention(c) (@convention(c) () -> Void) -> Void).self)
    call(callback)
    dlclose(library)
  }

  /// A C++ exception goes through a function that holds a lock.
  private static func throwsThroughLock() {
    let lock = ConditionLock(condition: 0, name: "guarded")
    Self.passing = { lock.lock() }
    Self.leaving = { lock.unlock() }
    let library = dlopen(ProcessInfo.processInfo.environment["LIBRARY"], RTLD_NOW)!
    typealias Callback = @convention(c) () -> Void
    let run = unsafeBitCast(
      dlsym(library, "throw_through"),
      to: (@convention(c) (Callback, Callback) -> Int32).self)
    for _ in 0..<10 {
      let caught = run({ LiveFixture.passing() }, { LiveFixture.leaving() })
      precondition(caught == 1 && lock.try())
      lock.unlock()
    }
    say(Detector.findings().isEmpty ? "done" : Detector.report())
  }

  nonisolated(unsafe) private static var leaving: () -> Void = {}

  /// A child made before anything was recorded, and both use locks.
  private static func forkFirst() {
    let child = Forking.fork()
    alarm(20)
    let lock = ConditionLock(condition: 0, name: child == 0 ? "child's" : "parent's")
    for _ in 0..<100 { lock.withLock {} }
    let waiter = thread(named: "waiter") {
      lock.lock(whenCondition: 1)
      lock.unlock()
    }
    lock.lock()
    lock.unlock(withCondition: 1)
    waiter.join()
    if child == 0 {
      say("child done")
      exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    say(status == 0 ? "done" : "child \(status)")
  }

  private enum Door: Int, CaseIterable { case open }

  /// A child whose first thread and another one are in the detector at the same time, over and over.
  private static func forkBusy() {
    let lock = ConditionLock(condition: 0, name: "early")
    lock.withLock {}
    // The parent's first thread has been in it too.
    _ = Detector.findings()
    let child = Forking.fork()
    alarm(20)
    if child == 0 {
      let work: @Sendable () -> Void = {
        let mine = ConditionLock(condition: 0)
        for turn in 0..<20_000 {
          mine.name = turn % 2 == 0 ? "even" : "odd"
          mine.nameValues(Door.self)
        }
      }
      let other = thread(named: "other", work)
      work()
      other.join()
      say("child done")
      exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    say(status == 0 ? "done" : "child \(status)")
  }
}
