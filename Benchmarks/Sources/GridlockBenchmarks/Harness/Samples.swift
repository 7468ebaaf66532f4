/// Figures of the rounds of one side.
struct Samples {
  private var sorted: [Double] = []

  var isEmpty: Bool { sorted.isEmpty }

  mutating func add(_ value: Double) {
    let index = sorted.firstIndex { $0 > value } ?? sorted.endIndex
    sorted.insert(value, at: index)
  }

  var median: Double { quantile(0.5) }

  /// The quarter points: half of the rounds lie between them.
  var spread: (low: Double, high: Double) { (quantile(0.25), quantile(0.75)) }

  private func quantile(_ part: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = part * Double(last)
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
