import Foundation
import Gridlock
import GridlockReporting
import LockSpecification

/// Holds recordings against the specification of a lock: accepted, or the event that is refused.
@main
enum TraceCheck {
  static func main() {
    let paths = CommandLine.arguments.dropFirst()
    guard !paths.isEmpty else { end(64, "usage: TraceCheck RECORDING...") }
    var changes = 0
    var locks = 0
    for path in paths {
      do {
        let file = try RecordingFile(path: path)
        let traces = LockTraces(file.run.events, isWhole: file.losses.isEmpty)
        changes += try traces.check()
        locks += traces.locks
      } catch {
        end(1, "trace: refused: \(error)")
      }
    }
    end(0, "trace: accepted \(changes) changes of hands of \(locks) locks")
  }

  private static func end(_ status: Int32, _ message: String) -> Never {
    print(message)
    exit(status)
  }
}
