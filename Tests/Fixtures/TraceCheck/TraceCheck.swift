import Foundation
import Gridlock
import GridlockReporting
import LockSpecification

/// Replays a recording against the specification of a lock: accepted, or the event that is refused.
@main
enum TraceCheck {
  static func main() {
    guard CommandLine.arguments.count == 2 else { end(64, "usage: TraceCheck RECORDING") }
    do {
      let file = try RecordingFile(path: CommandLine.arguments[1])
      let traces = LockTraces(file.run.events, isWhole: file.losses.isEmpty)
      let changes = try traces.check()
      end(0, "trace: accepted \(changes) changes of hands of \(traces.locks) locks")
    } catch {
      end(1, "trace: refused: \(error)")
    }
  }

  private static func end(_ status: Int32, _ message: String) -> Never {
    print(message)
    exit(status)
  }
}
