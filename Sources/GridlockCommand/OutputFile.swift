import Foundation

/// A file that a report is written to: this user's alone, and never reached through a symbolic link.
final class OutputFile {
  /// Why a file can't be written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let descriptor: Int32
  private let path: String

  /// Opens a file, and empties it.
  ///
  /// - Throws: ``Failure``.
  init(path: String) throws {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else {
      let isLink = errno == ELOOP
      throw Failure(
        description: "can't write to \(path): "
          + (isLink ? "it is a symbolic link" : String(cString: strerror(errno))))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else {
      close(descriptor)
      throw Failure(description: "can't write to \(path): it is not a regular file of yours")
    }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw Failure(description: "can't write to \(path): \(reason)")
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Adds to the file.
  ///
  /// - Throws: ``Failure``; also when the disk is full, with what was written left behind.
  func write(_ bytes: [UInt8]) throws {
    guard Self.writeAll(bytes, to: descriptor) else {
      throw Failure(description: "can't write to \(path): \(String(cString: strerror(errno)))")
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var done = 0
      while done < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno != EINTR { return false }
        done += max(count, 0)
      }
      return true
    }
  }
}
