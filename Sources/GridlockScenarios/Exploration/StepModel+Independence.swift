/// Which steps commute, for the partial-order reduction.
///
/// Every shared thing has a bit; things that share a bit only cost some reduction. All that pools
/// and queues do shares one bit.
extension StepModel {
  private func bit(_ index: Int) -> UInt64 { 2 << UInt64(index % 63) }
  private func endBit(_ body: Int) -> UInt64 { bit(scenario.objects.count + body) }
  private func startBit(_ body: Int) -> UInt64 {
    bit(scenario.objects.count + bodyCount + body)
  }

  /// Fills in what every instruction, start and end reads and writes.
  func findIndependence() {
    findRestartable()
    // What may end when a pool or queue moves on.
    var resumedEnds: UInt64 = 0
    for body in 0..<bodyCount {
      let endsOnResumption = programs[body].instructions.contains { instruction in
        guard instruction.next == programs[body].end else { return false }
        switch instruction.action {
        case .await, .sync, .runLoop, .yield: return true
        default: return false
        }
      }
      let isEmpty = programs[body].end == 0
      if endsOnResumption || (isEmpty && bodies[body].kind != .thread) {
        resumedEnds |= endBit(body) | (bodies[body].isRestartable ? startBit(body) : 0)
      }
    }
    let scheduling = schedulerBit | resumedEnds
    for body in 0..<bodyCount {
      var end = endBit(body)
      switch bodies[body].kind {
      case .thread:
        if bodies[body].isRestartable { end |= startBit(body) }
        bodies[body].idleWrites = startBit(body)
      case .task, .block:
        end |= scheduling
        bodies[body].idleWrites = scheduling
      }
      bodies[body].endWrites = end
    }
    for body in 0..<bodyCount {
      let end = bodies[body].end
      for index in 0..<end {
        let instruction = instructions + (bodies[body].base + index)
        (instruction.pointee.reads, instruction.pointee.writes) = touched(
          by: programs[body].instructions[index].action, scheduling: scheduling)
        if instruction.pointee.next >= end || instruction.pointee.otherwise >= end {
          instruction.pointee.writes |= bodies[body].endWrites
        }
      }
    }
    findFutures()
  }

  /// Which bodies start which, an entry for each operation that does.
  static func starts(in programs: [Program]) -> [(by: Int, position: Int, target: Int)] {
    programs.indices.flatMap { body in
      programs[body].instructions.indices.compactMap { position in
        switch programs[body].instructions[position].action {
        case .spawn(let target), .task(let target), .async(_, let target), .sync(_, let target):
          (body, position, target)
        default: nil
        }
      }
    }
  }

  /// The operations that start a body by which, directly or not, they may be run again.
  static func circularStarts(in programs: [Program]) -> [(by: Int, position: Int)] {
    let starts = starts(in: programs)
    var reached = programs.indices.map { body in
      Set(starts.filter { $0.by == body }.map(\.target))
    }
    var changed = !starts.isEmpty
    while changed {
      changed = false
      for body in reached.indices {
        let wider = reached[body].reduce(into: reached[body]) { $0.formUnion(reached[$1]) }
        if wider.count > reached[body].count {
          reached[body] = wider
          changed = true
        }
      }
    }
    return starts.filter { $0.target == $0.by || reached[$0.target].contains($0.by) }
      .map { ($0.by, $0.position) }
  }

  private func findRestartable() {
    let sites = Self.starts(in: programs)
    func hasLoop(_ body: Int) -> Bool {
      (0..<bodies[body].end).contains { instructions[bodies[body].base + $0].goesBack }
    }
    var counts = Array(repeating: 0, count: bodyCount)
    for site in sites {
      counts[site.target] += 1
      if counts[site.target] > 1 || hasLoop(site.by) { bodies[site.target].isRestartable = true }
    }
    var changed = true
    while changed {
      changed = false
      for site in sites
      where bodies[site.by].isRestartable && !bodies[site.target].isRestartable {
        bodies[site.target].isRestartable = true
        changed = true
      }
    }
  }

  private func touched(
    by action: Scenario.Action, scheduling: UInt64
  ) -> (reads: UInt64, writes: UInt64) {
    func reads(_ value: Scenario.Value) -> UInt64 {
      if case .relative(let object, _) = value { bit(object) } else { 0 }
    }
    switch action {
    case .lock(let object), .unlock(let object), .tryLock(let object), .lockBefore(let object, _),
      .wait(let object), .waitUntil(let object, _), .signal(let object), .broadcast(let object),
      .semaphoreWait(let object), .semaphoreSignal(let object), .increment(let object),
      .decrement(let object), .new(let object, _):
      return (0, bit(object))
    case .lockWhen(let object, let value), .unlockWith(let object, let value),
      .tryWhen(let object, let value), .lockWhenBefore(let object, let value, _),
      .set(let object, let value):
      return (reads(value), bit(object))
    case .read(let lock, let variable): return (bit(lock), bit(variable))
    case .test(let comparison): return (reads(comparison.left) | reads(comparison.right), 0)
    case .spawn(let body):
      var writes = startBit(body)
      if bodies[body].isRestartable { writes |= endBit(body) }
      if bodies[body].end == 0 { writes |= bodies[body].endWrites }
      return (0, writes)
    case .join(let body): return (endBit(body), 0)
    case .task, .await, .yield, .async, .sync, .runLoop: return (0, scheduling)
    case .exit, .work, .sleep, .destroy: return (0, 0)
    }
  }

  private func findFutures() {
    for body in 0..<bodyCount {
      let row = instructions + bodies[body].base
      let end = bodies[body].end
      if bodies[body].isRestartable {
        let reads = (0..<end).reduce(0) { $0 | row[$1].reads }
        let writes = (0..<end).reduce(0) { $0 | row[$1].writes }
        for index in 0..<end {
          row[index].futureReads = reads
          row[index].futureWrites = writes
        }
        continue
      }
      var changed = true
      while changed {
        changed = false
        for index in (0..<end).reversed() {
          var reads = row[index].reads
          var writes = row[index].writes
          for successor in [Int(row[index].next), Int(row[index].otherwise)] where successor < end {
            reads |= row[successor].futureReads
            writes |= row[successor].futureWrites
          }
          if reads != row[index].futureReads || writes != row[index].futureWrites {
            row[index].futureReads = reads
            row[index].futureWrites = writes
            changed = true
          }
        }
      }
    }
  }
}
