internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
package import GridlockReporting

/// A look into another process from outside: it is not stopped, signalled or waited for, and may
/// be stopped or stuck itself.
package struct ProcessDump {
  /// Why a process can't be looked into, or not be signalled.
  package struct Refusal: Error, CustomStringConvertible {
    package let description: String
  }

  private let arena: Arena
  let process: Int32

  /// Maps the arena of a process, read-only.
  ///
  /// - Throws: ``Refusal``, saying what to do.
  package init(process: Int32) throws {
    self.process = process
    guard kill(process, 0) == 0 || errno == EPERM else {
      throw Refusal(description: "there is no process \(process)")
    }
    let directory = "/proc/\(process)/fd"
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw Refusal(
        description: "can't look into process \(process): run as its user, or as root")
    }
    var found: Arena?
    for entry in entries {
      let path = "\(directory)/\(entry)"
      // An arena is a file in memory, or the file that GRIDLOCK_RECORD names.
      guard let arena = Self.map(path) else { continue }
      // Whoever merely has another's recording open is not that process.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      guard arena.processID == process || target?.hasPrefix("/memfd:gridlock") == true else {
        continue
      }
      // A child made by fork has its parent's arena open beside its own.
      if found == nil || arena.processID == process { found = arena }
    }
    guard let found else {
      throw Refusal(
        description: "process \(process) has nothing recorded: it does not use Gridlock's locks, "
          + "has made none yet, or was built silent (build for debugging, or with the trait "
          + "Instrumentation)")
    }
    arena = found
  }

  private static func map(_ path: String) -> Arena? {
    var status = stat()
    // Nothing but files is opened: a device or a pipe may take it as more than a look.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var magic: UInt64 = 0
    guard fstat(descriptor, &status) == 0, status.st_size >= MemoryLayout<gl_header>.size,
      pread(descriptor, &magic, 8, 0) == 8, magic == Arena.magic
    else { return nil }
    let size = Int(status.st_size)
    guard let base = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED
    else { return nil }
    // Stays mapped: the command ends soon.
    return Arena(base: base, size: UInt64(size))
  }

  /// Analyses what the process is doing now.
  package func report() -> Report {
    let analysis = ArenaAnalysis(
      arena: arena, images: ImageList(process: process), executable: executable)
    var symbols = SymbolCache()
    var report = analysis.report(
      reading: { state() }, naming: { arena.namingThreads($0) }, symbols: &symbols)
    for holder in report.state.busyHolders.prefix(SystemState.mostActivities) {
      report.activities[holder.id] = activity(of: holder.systemID)
    }
    if report.findings.contains(where: \.endsAtStranger) {
      let strangers = report.state.strangers(watch: arena.watchThreadID, process: process)
      report.strangers = strangers.prefix(SystemState.mostActivities).map { thread in
        Stranger(
          systemID: thread, name: KernelTask(thread, of: process).name,
          activity: activity(of: thread))
      }
      report.strangersLeftOut = strangers.count - report.strangers.count
    }
    return report
  }

  private func activity(of thread: Int32) -> ThreadActivity {
    var activity = KernelTask(thread, of: process).activity
    activity.stackMissing = "none is taken from outside; gridlock dump --signal has one taken"
    return activity
  }

  /// What the process is doing now and is stuck in, without what it did before.
  func glance(_ symbolizer: inout Symbolizer) -> Report {
    let analysis = ArenaAnalysis(arena: arena, images: symbolizer.images, executable: executable)
    return analysis.glance(
      reading: { state() }, naming: { arena.namingThreads($0) }, symbolizer: &symbolizer)
  }

  private func state() -> SystemState {
    var state = arena.systemState(at: gl_now())
    state.isClosedWorld = World.isClosed(state, watch: arena.watchThreadID, process: process)
    return state
  }

  private var executable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) ?? ""
  }

  /// Asks the process to write a report itself, where its reports go.
  ///
  /// The signal goes to Gridlock's own thread, so that no system call of the program is
  /// interrupted; and only when the program catches it: it would be killed otherwise.
  /// - Throws: ``Refusal``.
  package func signal() throws {
    try ask(without: "Without --signal the report is read from outside") {
      gl_signal_thread(process, $0, SIGUSR1)
    }
  }

  /// Asks the process to wake all its waiters once, and waits for what came of it.
  ///
  /// - Throws: ``Refusal``; also when no answer comes in ten seconds.
  package func poke() throws -> PokeOutcome {
    let request = UInt32.random(in: 1...UInt32.max)
    try ask(without: "There is no other way to wake its waiters") {
      gl_signal_poke(process, $0, SIGUSR1, request)
    }
    let limit = ContinuousClock.now + .seconds(10)
    var isThere = true
    while isThere, ContinuousClock.now < limit {
      usleep(2_000)
      // Before its notes are read: what moved may have let it end.
      isThere = kill(process, 0) == 0
      let outcomes = arena.notes(GL_NOTE_POKE).lazy.compactMap {
        PokeOutcome(note: $0, for: request)
      }
      if let outcome = outcomes.first { return outcome }
    }
    throw Refusal(
      description: "process \(process) did not answer: it was stopped, has ended, or is built with "
        + "a Gridlock that can't be poked")
  }

  private func ask(without signal: String, send: (Int32) -> Int32) throws {
    guard Self.catches(SIGUSR1, process) else {
      throw Refusal(
        description: "process \(process) does not catch SIGUSR1 and would be killed by it; "
          + "not signalled. \(signal)")
    }
    let watch = arena.watchThreadID
    guard watch > 0, send(watch) == 0 else {
      throw Refusal(
        description: "can't signal process \(process): \(String(cString: strerror(errno)))")
    }
  }

  /// Whether the kernel says that a process has a handler for a signal.
  static func catches(_ number: Int32, _ process: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    else { return false }
    for line in status.split(separator: "\n") where line.hasPrefix("SigCgt:") {
      let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
      return mask >> UInt64(number - 1) & 1 == 1
    }
    return false
  }
}
