import GridlockAnalysis

/// What a report has said already, so that it is not said twice.
struct Told {
  var marks: Set<Mark> = []
}
