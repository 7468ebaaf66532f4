import Gridlock
import GridlockReporting

/// A recording named on the command line; what is wrong with it is told on standard error.
struct Recording {
  let file: RecordingFile
  /// Whether all that was recorded could be read.
  let isWhole: Bool

  /// - Throws: `RecordingFile.Unreadable`, when nothing can be read.
  init(path: String, verb: String) throws {
    file = try RecordingFile(path: path)
    let damage = file.damage
    isWhole = damage == nil
    if let damage { Terminal.error("gridlock \(verb): \(path): \(damage)\n") }
  }

  /// The exit status of a command that would end with this one.
  func status(_ status: Int32) -> Int32 { isWhole ? status : 2 }
}
