extension Search {
  /// What was found.
  func result() -> Exploration {
    var hang = firstHang
    let end = firstEnd
    let verdict: Exploration.Verdict
    if hang != nil, end != nil {
      verdict = .some
    } else if bound != nil {
      verdict = .unknown
    } else if !model.hasLoops {
      verdict = hang != nil ? .all : .never
    } else {
      let doomed = firstDoomed()
      if hang == nil { hang = doomed }
      verdict = doomed == nil ? .never : end == nil ? .all : .some
    }
    return Exploration(
      verdict: verdict, states: store.count, moves: moveCount,
      bytes: store.bytesInUse + (edges.count + edgeStarts.count) * 4, duration: duration,
      bound: bound, repeatsWereCut: model.scenario.hasLongRepeats,
      witness: hang.map { schedule(to: $0, hangs: true) },
      completion: end.map { schedule(to: $0, hangs: false) })
  }

  /// The first state from which no schedule leads to the end of everything.
  private func firstDoomed() -> Int? {
    let count = store.count
    var reaches = [Bool](repeating: false, count: count)
    var open: [UInt32] = []
    for index in 0..<count where start(of: index) == start(of: index + 1) {
      guard model.isFinished(store.state(index)) else { continue }
      reaches[index] = true
      open.append(UInt32(index))
    }
    // The moves that lead to each state, by counting sort.
    var ends = [UInt32](repeating: 0, count: count + 1)
    for target in edges { ends[Int(target) + 1] += 1 }
    for index in 0..<count { ends[index + 1] += ends[index] }
    var sources = [UInt32](repeating: 0, count: edges.count)
    var places = ends
    for index in 0..<count {
      for edge in start(of: index)..<start(of: index + 1) {
        let target = Int(edges[edge])
        sources[Int(places[target])] = UInt32(index)
        places[target] += 1
      }
    }
    while let index = open.popLast() {
      for place in ends[Int(index)]..<ends[Int(index) + 1] {
        let source = Int(sources[Int(place)])
        if reaches[source] { continue }
        reaches[source] = true
        open.append(UInt32(source))
      }
    }
    return reaches.firstIndex(of: false)
  }

  private func start(of index: Int) -> Int {
    index < edgeStarts.count ? Int(edgeStarts[index]) : edges.count
  }

  /// The moves that first led to a state.
  func path(to index: Int) -> [StepModel.Move] {
    var moves: [StepModel.Move] = []
    var index = index
    while let (parent, move) = store.origin(index) {
      moves.append(move)
      index = parent
    }
    return moves.reversed()
  }

  private func schedule(to index: Int, hangs: Bool) -> Schedule {
    let start = Array(UnsafeBufferPointer(start: store.state(0), count: model.stateSize))
    return model.schedule(of: path(to: index), from: start, hangs: hangs)
  }
}
