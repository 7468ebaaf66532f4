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

  private let arena: Arena

  /// Larger files than any recording are not read.
  static let largestFile = 4 << 30

  /// Reads a whole file into memory, so that nobody can change or shorten it meanwhile.
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
    guard size >= MemoryLayout<gl_header>.size, size <= Self.largestFile else {
      throw Unreadable(
        description: "\(path): \(size) bytes are no recording; the header alone takes "
          + "\(MemoryLayout<gl_header>.size)")
    }
    let base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
    var done = 0
    while done < size {
      let count = read(descriptor, base + done, size - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    if let problem = Self.problem(base, size: done) {
      base.deallocate()
      throw Unreadable(description: "\(path): \(problem)")
    }
    // Kept: the command ends soon.
    guard let arena = Arena(base: base, size: UInt64(done)) else {
      base.deallocate()
      throw Unreadable(
        description: "\(path): its regions do not fit into its \(done) bytes: it was cut short or "
          + "is corrupt; nothing can be read")
    }
    self.arena = arena
  }

  private static func problem(_ base: UnsafeMutableRawPointer, size: Int) -> String? {
    let magic = base.load(as: UInt64.self)
    guard magic == Arena.magic else {
      return "no recording of Gridlock's: it does not begin with GRIDLOCK at offset 0"
    }
    let version = base.load(fromByteOffset: 8, as: UInt32.self)
    guard version == UInt32(GL_VERSION) else {
      return "format version \(version) at offset 8; this gridlock reads version \(GL_VERSION)"
    }
    return nil
  }

  /// Analyses what the process had done, and was stuck in, when it ended.
  package func report() -> Report {
    let analysis = ArenaAnalysis(
      arena: arena, images: arena.recordedImages(), executable: arena.recordedExecutable())
    let end = max(arena.live.pointee.looked, arena.events().last?.time ?? 0)
    return analysis.report(
      reading: {
        var state = arena.systemState(at: end)
        state.isClosedWorld = arena.live.pointee.closed_world != 0
        return state
      }, naming: { arena.namingThreads($0, isLive: false) })
  }
}
