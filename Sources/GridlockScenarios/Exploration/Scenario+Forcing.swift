extension Scenario {
  /// The steps that a player forces before it lets the bodies run freely: the file's `order:`, or,
  /// without one, a shortest schedule that hangs.
  ///
  /// - Parameter options: Bounds for the search of a schedule that hangs.
  /// - Returns: nil where the order can't be followed; empty where nothing is to be forced.
  public func stepsToForce(options: Explorer.Options) -> [Schedule.Step]? {
    if !order.isEmpty {
      let machine = Machine(StepModel(self, cuttingRepeats: false))
      return OrderFollower(model: machine.model, order: order).follow(from: machine.state)?.steps
    }
    let exploration = Explorer(self, options: options).explore()
    guard let witness = exploration.witness else { return [] }
    guard exploration.repeatsWereCut else { return witness.steps }
    let machine = Machine(StepModel(self, cuttingRepeats: false))
    return OrderFollower(model: machine.model, order: witness.order)
      .follow(from: machine.state)?.steps ?? []
  }
}
