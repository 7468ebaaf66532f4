import Foundation
import Gridlock
import GridlockEvents
import GridlockReporting

/// All that the command does with a recording, from a file with any bytes at all.
enum RecordingTarget {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var path = Array((NSTemporaryDirectory() + "/gridlock-fuzz-XXXXXX").utf8CString)
    let file = mkstemp(&path)
    precondition(file >= 0, "no file to write the input to")
    defer {
      close(file)
      unlink(path)
    }
    precondition(write(file, bytes.baseAddress, bytes.count) == bytes.count)
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let recording = try? RecordingFile(path: name) else { return }
    _ = recording.damage
    let run = recording.run
    _ = recording.places(of: Set(run.events.map(\.stack)))
    let report = recording.report()
    for format in ReportFormat.allCases {
      var length = 0
      try? format.render(report) { length += $0.utf8.count }
      precondition(length > 0, "nothing was written as \(format)")
    }
    let profile = recording.profile()
    for format in ProfileFormat.allCases { _ = format.render(profile, by: .lock) }
  }
}
