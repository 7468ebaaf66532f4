import Foundation

/// Output that ends quietly when nobody reads it.
enum Terminal {
  static func print(_ text: String) { write(text, STDOUT_FILENO) }
  static func error(_ text: String) { write(text, STDERR_FILENO) }

  private static func write(_ text: String, _ descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
        if count <= 0, errno != EINTR { return }
        done += max(count, 0)
      }
    }
  }
}
