extension Scenario.Statement {
  /// Statements that do what was done, in its order.
  ///
  /// What comes after a try or a limit is known only for how it turned out: it is done only if that
  /// turns out so again.
  package static func repeating(
    _ actions: ArraySlice<(action: Scenario.Action, failed: Bool)>
  ) -> [Scenario.Statement] {
    var result: [Scenario.Statement] = []
    for (index, item) in zip(actions.indices, actions) {
      switch item.action {
      case .tryLock, .tryWhen, .lockBefore, .lockWhenBefore:
        let rest = repeating(actions[(index + 1)...])
        return result + [
          .attempt(item.action, then: item.failed ? [] : rest, otherwise: item.failed ? rest : [])
        ]
      default: result.append(.action(item.action))
      }
    }
    return result
  }
}
