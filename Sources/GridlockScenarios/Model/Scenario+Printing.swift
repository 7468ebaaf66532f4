extension Scenario: CustomStringConvertible {
  /// The scenario in its file's notation; parsing it gives an equal scenario.
  public var description: String {
    var lines = comments.map { $0.isEmpty ? "#" : "# " + $0 }
    var declarations = objects.map(declaration)
    if let poolWidth { declarations.append("P(\(poolWidth))") }
    if let dispatchWidth { declarations.append("G(\(dispatchWidth))") }
    if !declarations.isEmpty { lines.append("init: " + declarations.joined(separator: ", ")) }
    for body in bodies {
      let text = self.text(body.statements)
      lines.append(text.isEmpty ? body.name + ":" : "\(body.name): \(text)")
    }
    if !order.isEmpty { lines.append("order: " + orderText(order)) }
    if let hang { lines.append("hang: " + hang.rawValue) }
    if let expectation { lines.append("expect: " + text(expectation)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func declaration(_ object: Object) -> String {
    switch object.kind {
    case .conditionLock, .semaphore: "\(object.name)(\(object.initialValue))"
    case .plainLock, .condition, .queue: object.name
    case .variable: "\(object.name)=\(object.initialValue)"
    }
  }

  private func text(_ expectation: Expectation) -> String {
    let kinds = (expectation.allowsNone ? ["none"] : []) + expectation.kinds
    let text = kinds.joined(separator: " | ")
    guard !expectation.operations.isEmpty else { return text }
    return text + " @ " + expectation.operations.map(name).joined(separator: " ")
  }

  private func text(_ statements: [Statement]) -> String {
    statements.map(text).joined(separator: "; ")
  }

  private func text(_ statement: Statement) -> String {
    switch statement {
    case .action(let action): text(action)
    case .attempt(let action, let then, let otherwise):
      text(action) + (then.isEmpty && otherwise.isEmpty ? "" : branches(then, otherwise))
    case .branch(let comparison, let then, let otherwise):
      "if " + text(comparison) + branches(then, otherwise)
    case .loop(let comparison, let body): "while " + text(comparison) + block(body)
    case .repeated(let times, let body): "repeat \(times)" + block(body)
    }
  }

  private func branches(_ then: [Statement], _ otherwise: [Statement]) -> String {
    block(then) + (otherwise.isEmpty ? "" : " else" + block(otherwise))
  }

  private func block(_ statements: [Statement]) -> String {
    statements.isEmpty ? " { }" : " { " + text(statements) + " }"
  }

  private func text(_ comparison: Comparison) -> String {
    var left = text(comparison.left)
    if case .relative(_, offset: 0) = comparison.left { left.removeFirst() }
    return left + comparison.relation.rawValue + text(comparison.right)
  }

  private func text(_ value: Value) -> String {
    switch value {
    case .constant(let integer): "\(integer)"
    case .relative(let object, let offset):
      "$" + objects[object].name
        + (offset == 0 ? "" : offset > 0 ? "+\(offset)" : "\(offset)")
    }
  }

  private func text(_ queue: Queue) -> String {
    switch queue {
    case .main: "main"
    case .serial(let index): objects[index].name
    }
  }

  /// One operation in the file's notation.
  public func text(_ action: Action) -> String {
    switch action {
    case .lock(let lock): "lock \(objects[lock].name)"
    case .unlock(let lock): "unlock \(objects[lock].name)"
    case .lockWhen(let lock, let value): "lockWhen \(objects[lock].name) \(text(value))"
    case .unlockWith(let lock, let value): "unlockWith \(objects[lock].name) \(text(value))"
    case .tryLock(let lock): "try \(objects[lock].name)"
    case .tryWhen(let lock, let value): "tryWhen \(objects[lock].name) \(text(value))"
    case .lockBefore(let lock, let limit): "lockBefore \(objects[lock].name) \(limit)"
    case .lockWhenBefore(let lock, let value, let limit):
      "lockWhenBefore \(objects[lock].name) \(text(value)) \(limit)"
    case .wait(let lock): "wait \(objects[lock].name)"
    case .waitUntil(let lock, let limit): "waitUntil \(objects[lock].name) \(limit)"
    case .signal(let lock): "signal \(objects[lock].name)"
    case .broadcast(let lock): "broadcast \(objects[lock].name)"
    case .semaphoreWait(let semaphore): "semWait \(objects[semaphore].name)"
    case .semaphoreSignal(let semaphore): "semSignal \(objects[semaphore].name)"
    case .spawn(let body): "spawn \(bodies[body].name)"
    case .join(let body): "join \(bodies[body].name)"
    case .exit: "exit"
    case .task(let body): "task \(bodies[body].name)"
    case .await(let body): "await \(bodies[body].name)"
    case .yield: "yield"
    case .async(let queue, let body): "async \(text(queue)) \(bodies[body].name)"
    case .sync(let queue, let body): "sync \(text(queue)) \(bodies[body].name)"
    case .runLoop(let count): "runloop \(count)"
    case .set(let variable, let value): "set \(objects[variable].name) \(text(value))"
    case .increment(let variable): "inc \(objects[variable].name)"
    case .decrement(let variable): "dec \(objects[variable].name)"
    case .read(let lock, let variable): "read \(objects[lock].name) \(objects[variable].name)"
    case .work(let time): "work \(time)"
    case .sleep(let time): "sleep \(time)"
    case .destroy(let lock): "destroy \(objects[lock].name)"
    case .new(let lock, let value):
      switch objects[lock].kind {
      case .conditionLock, .semaphore: "new \(objects[lock].name)(\(value))"
      default: "new \(objects[lock].name)"
      }
    case .test(let comparison): text(comparison)
    }
  }
}
