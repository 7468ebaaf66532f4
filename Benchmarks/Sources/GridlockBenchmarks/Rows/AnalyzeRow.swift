import CRivals
import GridlockAnalysis
import GridlockEvents

/// Events that were made before, through all detectors, on one core.
enum AnalyzeRow {
  static func run(_ options: Options) throws -> [Outcome] {
    let events = EventStream.make(count: 200_000)
    var samples = Samples()
    var found = 0
    for round in 0..<options.rounds(9, short: 5) + 1 {
      var analyzer = Analyzer()
      let start = rival_thread_processor()
      for event in events { analyzer.apply(event) }
      found = analyzer.findings().count
      let time = rival_thread_processor() - start
      if round > 0 { samples.add(Double(events.count) / Double(time) * 1e3) }
    }
    return [
      Outcome(
        name: options.name, ours: samples.median, unit: "million/s",
        details: [
          ("ours_low", samples.spread.low), ("ours_high", samples.spread.high),
          ("findings", Double(found)),
        ])
    ]
  }
}
