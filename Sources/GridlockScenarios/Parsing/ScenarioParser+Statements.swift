/// The operations of a body.
extension ScenarioParser {
  /// Reads statements up to `}` or the end of the line.
  func readStatements(
    _ scanner: inout ScenarioScanner, isMain: Bool, depth: Int
  ) throws(ScenarioError) -> [Scenario.Statement] {
    var statements: [Scenario.Statement] = []
    while !scanner.isAtEnd, !scanner.isNext("}") {
      let (statement, endsInBlock) = try readStatement(&scanner, isMain: isMain, depth: depth)
      statements.append(statement)
      if scanner.take(";") || endsInBlock { continue }
      break
    }
    return statements
  }

  private func readBlock(
    _ scanner: inout ScenarioScanner, isMain: Bool, depth: Int
  ) throws(ScenarioError) -> [Scenario.Statement] {
    if depth >= Self.deepestNesting {
      throw scanner.error("at most \(Self.deepestNesting) nested braces")
    }
    try scanner.require("{")
    let statements = try readStatements(&scanner, isMain: isMain, depth: depth + 1)
    try scanner.require("}", statements.isEmpty ? "an operation or '}'" : "';' or '}'")
    return statements
  }

  private func readStatement(
    _ scanner: inout ScenarioScanner, isMain: Bool, depth: Int
  ) throws(ScenarioError) -> (Scenario.Statement, endsInBlock: Bool) {
    let start = scanner.position
    guard let word = scanner.takeWord() else { throw scanner.error("an operation") }
    switch word {
    case "if":
      let comparison = try readComparison(&scanner)
      let then = try readBlock(&scanner, isMain: isMain, depth: depth)
      let otherwise = try readElse(&scanner, isMain: isMain, depth: depth) ?? []
      return (.branch(comparison, then: then, otherwise: otherwise), true)
    case "while":
      let comparison = try readComparison(&scanner)
      return (.loop(comparison, try readBlock(&scanner, isMain: isMain, depth: depth)), true)
    case "repeat":
      let times = try scanner.integer("a count", in: 0...Self.mostOperations)
      let body = try readBlock(&scanner, isMain: isMain, depth: depth)
      let statement = Scenario.Statement.repeated(times, body)
      if statement.count > Self.mostOperations {
        throw scanner.error(
          "at most \(Self.mostOperations) operations with each repeat unrolled", at: start)
      }
      return (statement, true)
    case "try", "tryWhen", "lockBefore", "lockWhenBefore":
      let action = try readAttempt(word, &scanner)
      var then: [Scenario.Statement]?
      if scanner.isNext("{") { then = try readBlock(&scanner, isMain: isMain, depth: depth) }
      let otherwise = try readElse(&scanner, isMain: isMain, depth: depth)
      return (
        .attempt(action, then: then ?? [], otherwise: otherwise ?? []),
        then != nil || otherwise != nil
      )
    default:
      return (.action(try readAction(word, &scanner, at: start, isMain: isMain)), false)
    }
  }

  private func readElse(
    _ scanner: inout ScenarioScanner, isMain: Bool, depth: Int
  ) throws(ScenarioError) -> [Scenario.Statement]? {
    guard scanner.takeKeyword("else") else { return nil }
    return try readBlock(&scanner, isMain: isMain, depth: depth)
  }

  private func readAttempt(
    _ word: String, _ scanner: inout ScenarioScanner
  ) throws(ScenarioError) -> Scenario.Action {
    switch word {
    case "try": return .tryLock(try lock(&scanner))
    case "tryWhen": return .tryWhen(try conditionLock(&scanner), try value(&scanner))
    case "lockBefore":
      return .lockBefore(try lock(&scanner), milliseconds: try milliseconds(&scanner))
    default:
      return .lockWhenBefore(
        try conditionLock(&scanner), try value(&scanner),
        milliseconds: try milliseconds(&scanner))
    }
  }

  private func readAction(
    _ word: String, _ scanner: inout ScenarioScanner, at start: Int, isMain: Bool
  ) throws(ScenarioError) -> Scenario.Action {
    switch word {
    case "lock": return .lock(try lock(&scanner))
    case "unlock": return .unlock(try lock(&scanner))
    case "lockWhen": return .lockWhen(try conditionLock(&scanner), try value(&scanner))
    case "unlockWith": return .unlockWith(try conditionLock(&scanner), try value(&scanner))
    case "wait": return .wait(try condition(&scanner))
    case "waitUntil":
      return .waitUntil(try condition(&scanner), milliseconds: try milliseconds(&scanner))
    case "signal": return .signal(try condition(&scanner))
    case "broadcast": return .broadcast(try condition(&scanner))
    case "semWait": return .semaphoreWait(try semaphore(&scanner))
    case "semSignal": return .semaphoreSignal(try semaphore(&scanner))
    case "spawn": return .spawn(try body(.thread, &scanner))
    case "join": return .join(try body(.thread, &scanner))
    case "exit": return .exit
    case "task": return .task(try body(.task, &scanner))
    case "await": return .await(try body(.task, &scanner))
    case "yield": return .yield
    case "async": return .async(try queue(&scanner), try body(.block, &scanner))
    case "sync": return .sync(try queue(&scanner), try body(.block, &scanner))
    case "runloop":
      if !isMain { throw scanner.error("'runloop' in T0 only", at: start) }
      return .runLoop(try scanner.integer("a count of blocks", in: 0...10_000))
    case "set": return .set(try variable(&scanner), try value(&scanner))
    case "inc": return .increment(try variable(&scanner))
    case "dec": return .decrement(try variable(&scanner))
    case "read": return .read(try conditionLock(&scanner), into: try variable(&scanner))
    case "work": return .work(milliseconds: try milliseconds(&scanner))
    case "sleep": return .sleep(milliseconds: try milliseconds(&scanner))
    case "destroy":
      return .destroy(
        try object("a lock, condition or semaphore", &scanner) {
          $0.isLock || $0.kind == .semaphore
        })
    case "new":
      let made = try object("a lock, condition or semaphore", &scanner) {
        $0.isLock || $0.kind == .semaphore
      }
      switch scenario.objects[made].kind {
      case .conditionLock: return .new(made, initialValue: try readParenthesised(&scanner))
      case .semaphore:
        return .new(
          made, initialValue: try readParenthesised(&scanner, in: 0...2_147_483_647))
      default: return .new(made, initialValue: 0)
      }
    default: throw scanner.error("an operation", at: start)
    }
  }

  private func milliseconds(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Int {
    try scanner.integer("milliseconds", in: 0...1_000_000_000)
  }
}
