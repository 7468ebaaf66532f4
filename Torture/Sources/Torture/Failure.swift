import Foundation
import Gridlock

/// Ends the process with what went wrong; the parent prints the seed beside it.
func fail(_ message: String, showingReport: Bool = false) -> Never {
  var text = "torture: FAILED: \(message)\n"
  if showingReport { text += Detector.report() }
  FileHandle.standardError.write(Data(text.utf8))
  abort()
}

/// Checks in every build, with a message made only when it fails.
func check(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fail(message()) }
}
