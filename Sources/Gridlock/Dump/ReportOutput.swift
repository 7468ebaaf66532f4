internal import CGridlock
internal import Foundation
internal import GridlockLocks

/// Where text goes: standard error, or a file of this user's alone.
///
/// Writes with `write(2)` only, holds no stream lock of the host's, and never follows a symbolic
/// link at the end of the path. A file that can't be had is said once, and standard error serves.
enum ReportOutput {
  private static let complained = Guarded<Set<String>>([])

  /// Makes what is made at the first use.
  static func prepare() { complained.withLock { _ in } }

  static func write(_ text: String, to path: String?) {
    guard let path else {
      writeAll(text, to: STDERR_FILENO)
      return
    }
    let expanded = path.replacingOccurrences(of: "{PID}", with: "\(getpid())")
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(expanded, flags, 0o600)
    guard descriptor >= 0 else {
      complain(expanded, String(cString: strerror(errno)))
      writeAll(text, to: STDERR_FILENO)
      return
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else {
      complain(expanded, "it is not a regular file of this user")
      writeAll(text, to: STDERR_FILENO)
      return
    }
    if !writeAll(text, to: descriptor) {
      complain(expanded, String(cString: strerror(errno)))
      writeAll(text, to: STDERR_FILENO)
    }
  }

  private static func complain(_ path: String, _ reason: String) {
    let isNew = complained.withLock { $0.insert(path).inserted }
    guard isNew else { return }
    writeAll(
      "Gridlock: can't write to \(path): \(reason). Reports go to standard error.\n",
      to: STDERR_FILENO)
  }

  @discardableResult
  static func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      var refusals = 0
      while done < bytes.count {
        let written = Foundation.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if written > 0 {
          done += written
          refusals = 0
        } else if errno == EAGAIN, refusals < 200 {
          // A full pipe that nobody reads must not stop the watch for good.
          refusals += 1
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, 10)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
