internal import Foundation
internal import GridlockReporting

/// Reads the files that settings name.
package enum SettingsFile {
  /// Why a file can't be read.
  package struct Refusal: Error {
    package let reason: String
  }

  /// The whole of a regular file, up to the limit for suppressions. Never waits: a pipe or a device
  /// in its place is refused.
  package static func read(_ path: String) throws(Refusal) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Refusal(reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(reason: "it is not a regular file")
    }
    let limit = SuppressionList.sizeLimit
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      if read == 0 { break }
      guard read > 0 else {
        if errno == EINTR { continue }
        throw Refusal(reason: String(cString: strerror(errno)))
      }
      count += read
    }
    guard count <= limit else { throw Refusal(reason: "it is longer than \(limit) bytes") }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
