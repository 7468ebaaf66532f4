internal import CGridlock
internal import Foundation
internal import GridlockAnalysis
internal import GridlockEvents
package import GridlockReporting

/// A recording on disk: what a process left, however it ended.
package struct RecordingFile {
  /// Why a file can't be read as a recording.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  /// In `memory`.
  let arena: Arena
  private let memory: Memory
  /// How many of the file's bytes are there, when that is fewer than its header speaks of.
  private let missingFrom: UInt64?

  /// The bytes of a file, zero where there are none; freed with the recording.
  private final class Memory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer

    init?(bytes: Int) {
      guard let base = calloc(1, bytes) else { return nil }
      self.base = base
    }

    deinit { free(base) }
  }

  /// The version of the layout that can be read.
  package static var version: Int { Int(GL_VERSION) }

  /// Larger files than any recording, by far, are not read.
  static let largestFile = 256 << 20

  /// Reads a whole file into memory, so that nobody can change or shorten it meanwhile. What is no
  /// recording is refused by its header alone; of one that was cut short, the rest is read,
  /// if it says who held and who waited.
  ///
  /// - Throws: ``Unreadable``, with what was wrong at which offset.
  package init(path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw Unreadable(description: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Unreadable(description: "\(path): not a regular file")
    }
    let size = Int(status.st_size)
    var header = gl_header()
    let headerSize = MemoryLayout<gl_header>.size
    let isWhole = withUnsafeMutableBytes(of: &header) {
      Self.read(descriptor, into: $0) == headerSize
    }
    if let problem = Self.problem(of: header, isWhole: isWhole, size: size) {
      throw Unreadable(description: "\(path): \(problem)")
    }
    let total = max(size, Int(header.total))
    // Zero is what was never written: what is missing reads as nothing.
    guard let memory = Memory(bytes: total) else {
      throw Unreadable(description: "\(path): no memory for its \(total) bytes")
    }
    let base = memory.base
    base.copyMemory(from: &header, byteCount: headerSize)
    let rest = UnsafeMutableRawBufferPointer(start: base + headerSize, count: size - headerSize)
    let done = headerSize + Self.read(descriptor, into: rest)
    guard done == size, let arena = Arena(base: base, size: UInt64(total)) else {
      throw Unreadable(
        description: "\(path): reading stopped at offset \(done) of \(size): it was cut short "
          + "meanwhile, or the disk is at fault")
    }
    self.memory = memory
    self.arena = arena
    missingFrom = size < total ? UInt64(size) : nil
    // Whatever seems to wait for nobody may wait for what is missing.
    if size < arena.endOfState, let damage {
      throw Unreadable(description: "\(path): \(damage): too little for a report")
    }
  }

  /// How many bytes could be read.
  private static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let count = Foundation.read(file, buffer.baseAddress! + done, buffer.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  private static func problem(of header: gl_header, isWhole: Bool, size: Int) -> String? {
    let needed = MemoryLayout<gl_header>.size
    if size == 0 { return "it is empty: the process ended before it began to record" }
    guard size >= 16, isWhole || header.magic == Arena.magic else {
      return "no recording of Gridlock's: its \(size) bytes hold no header, which takes \(needed)"
    }
    if isWhole, header.magic == 0, header.version == 0, header.total == 0 {
      return "nothing at offset 0: the process ended before it began to record"
    }
    guard header.magic == Arena.magic else {
      return "no recording of Gridlock's: it does not begin with GRIDLOCK at offset 0"
    }
    guard header.version == UInt32(GL_VERSION) else {
      return "format version \(header.version) at offset 8; this gridlock reads version "
        + "\(GL_VERSION)"
    }
    guard isWhole else { return "cut short at offset \(size): the header alone takes \(needed)" }
    guard size <= largestFile else {
      return "\(size) bytes; no recording is larger than \(largestFile)"
    }
    guard header.total <= UInt64(largestFile) else {
      return "the header, at offset \(Arena.offset(of: \.total)), speaks of \(header.total) bytes; "
        + "no recording is larger than \(largestFile): it is corrupt"
    }
    return Arena.problem(of: header, in: max(header.total, UInt64(size)))
  }

  /// What is wrong with a recording that could be read all the same, at which offset, and what
  /// there was to read; nil when all is well.
  package var damage: String? {
    let remains = arena.remains
    let problem: String
    if let missingFrom {
      problem =
        "cut short at offset \(missingFrom): the header, at offset "
        + "\(Arena.offset(of: \.total)), speaks of \(arena.header.total) bytes"
    } else if let offset = remains.firstUnreadable {
      problem = "corrupt at offset \(offset): no event is there, where one should be"
    } else {
      return nil
    }
    let expected = remains.whole + remains.unreadable
    return problem
      + "; what could still be read: threads \(arena.threadCount), locks \(arena.lockCount), "
      + "events \(remains.whole) of \(expected)"
  }

  /// Analyses what the process had done, and was stuck in, when it ended.
  package func report() -> Report {
    var symbols = SymbolCache()
    return report(symbols: &symbols)
  }

  /// The same, with what is known of the binaries from other recordings.
  package func report(symbols: inout SymbolCache) -> Report {
    let remains = arena.remains
    let analysis = ArenaAnalysis(
      arena: arena, images: arena.recordedImages(), executable: arena.recordedExecutable(),
      missingEvents: remains.unreadable + remains.displaced)
    let end = end(of: arena.events())
    var report = analysis.report(
      reading: {
        var state = arena.systemState(at: end)
        state.isClosedWorld = arena.live.pointee.closed_world != 0
        return state
      }, naming: { arena.namingThreads($0, isLive: false) }, symbols: &symbols)
    report.losses.add(remains)
    return report
  }

  /// Where the process's threads were blocked, as far as the events tell that are left.
  package func profile() -> ContentionProfile {
    let events = arena.events()
    let remains = arena.remains
    let analysis = ArenaAnalysis(
      arena: arena, images: arena.recordedImages(), executable: arena.recordedExecutable(),
      missingEvents: remains.unreadable + remains.displaced)
    var profile = analysis.profile(of: events, until: end(of: events)) {
      arena.namingThreads($0, isLive: false)
    }
    profile.report.losses.add(remains)
    return profile
  }

  /// The name of the machine it was made on; empty when that was not noted.
  package var host: String { arena.recordedHost() }

  /// How threads waited for each lock, as far as the events tell that are left.
  package func waits(longerThan limit: UInt64) -> [LockWaits] {
    let events = arena.events()
    return LockWaits.all(
      in: arena.systemState(at: end(of: events)), events: events, longerThan: limit)
  }

  /// When the process was last seen: what went on then went on until there.
  private func end(of events: [Event]) -> UInt64 {
    max(arena.live.pointee.looked, events.last?.time ?? 0)
  }
}

extension Losses {
  /// Adds events that a process's end left out.
  fileprivate mutating func add(_ remains: EventRemains) {
    events.addSaturating(remains.unreadable + remains.displaced)
    unfinished = remains.unfinished
  }
}
