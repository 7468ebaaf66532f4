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
    var starts = edgeStarts
    starts.append(UInt32(truncatingIfNeeded: edges.count))
    for index in 0..<count where starts[index] == starts[index + 1] {
      reaches[index] = model.isFinished(store.state(index))
    }
    var changed = true
    var backwards = true
    while changed {
      changed = false
      func visit(_ index: Int) {
        if reaches[index] { return }
        for edge in Int(starts[index])..<Int(starts[index + 1]) where reaches[Int(edges[edge])] {
          reaches[index] = true
          changed = true
          return
        }
      }
      if backwards {
        for index in (0..<count).reversed() { visit(index) }
      } else {
        for index in 0..<count { visit(index) }
      }
      backwards.toggle()
    }
    return reaches.firstIndex(of: false)
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
