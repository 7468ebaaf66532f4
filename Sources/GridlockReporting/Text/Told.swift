import GridlockAnalysis
import GridlockEvents

/// What a report has said already, so that it is not said twice.
struct Told {
  var marks: Set<Mark> = []
  /// Threads of which it was said whether they can still help.
  var helpers: Set<ThreadID> = []
}
