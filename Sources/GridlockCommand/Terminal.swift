import Foundation

/// Output that ends quietly when nobody reads it.
enum Terminal {
  static func print(_ text: String) { print(Array(text.utf8)) }
  static func print(_ bytes: [UInt8]) { write(bytes, STDOUT_FILENO) }
  static func error(_ text: String) { write(Array(text.utf8), STDERR_FILENO) }

  private static func write(_ bytes: [UInt8], _ descriptor: Int32) {
    bytes.withUnsafeBufferPointer { bytes in
      var done = 0
      while done < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if count <= 0, errno != EINTR { return }
        done += max(count, 0)
      }
    }
  }
}
