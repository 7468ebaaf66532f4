import CRivals

/// Two sides measured in turns within one run, so that what else the machine does hits both.
struct Contest {
  /// Does the measured thing so many times.
  typealias Side = (_ count: Int) -> Void

  var rounds: Int
  /// How often each side does its thing in a round.
  var ourCount: Int
  var theirCount: Int

  private(set) var ourTimes = Samples()
  private(set) var theirTimes = Samples()
  private(set) var ratios = Samples()
  private(set) var ourProcessor = Samples()
  private(set) var theirProcessor = Samples()

  init(rounds: Int, count: Int, theirCount: Int? = nil) {
    self.rounds = rounds
    ourCount = count
    self.theirCount = theirCount ?? count
  }

  mutating func run(ours: Side, theirs: Side) {
    for _ in 0..<2 {
      ours(ourCount)
      theirs(theirCount)
    }
    for round in 0..<rounds {
      let first = round % 2 == 0
      var our = first ? measure(ourCount, ours) : (wall: 0, processor: 0)
      let their = measure(theirCount, theirs)
      if !first { our = measure(ourCount, ours) }
      ourTimes.add(our.wall)
      theirTimes.add(their.wall)
      ratios.add(our.wall / their.wall)
      ourProcessor.add(our.processor)
      theirProcessor.add(their.processor)
    }
  }

  private func measure(_ count: Int, _ side: Side) -> (wall: Double, processor: Double) {
    let processor = rival_processor()
    let start = rival_wall()
    side(count)
    let wall = rival_wall() - start
    let used = rival_processor() - processor
    return (Double(wall) / Double(count), Double(used) / Double(count))
  }

  /// - Parameter processor: Whether to give processor time beside wall time.
  func outcome(
    _ name: String, rival: String, unit: String = "ns", scale: Double = 1, processor: Bool = false
  ) -> Outcome {
    var details = [
      (key: "ours_low", value: ourTimes.spread.low / scale),
      (key: "ours_high", value: ourTimes.spread.high / scale),
      (key: "theirs_low", value: theirTimes.spread.low / scale),
      (key: "theirs_high", value: theirTimes.spread.high / scale),
      (key: "ratio_low", value: ratios.spread.low),
      (key: "ratio_high", value: ratios.spread.high),
      (key: "rounds", value: Double(rounds)),
    ]
    if processor {
      details += [
        (key: "ours_processor", value: ourProcessor.median / scale),
        (key: "theirs_processor", value: theirProcessor.median / scale),
      ]
    }
    return Outcome(
      name: name, ours: ourTimes.median / scale, theirs: theirTimes.median / scale, rival: rival,
      ratio: ratios.median, unit: unit, details: details)
  }
}
