/// The lines that are not bodies.
extension ScenarioParser {
  mutating func readDeclarations(_ scanner: inout ScenarioScanner) throws(ScenarioError) {
    if scanner.isAtEnd { return }
    repeat { try readDeclaration(&scanner) } while scanner.take(",")
    if !scanner.isAtEnd { throw scanner.error("',' or the end of the line") }
  }

  private mutating func readDeclaration(_ scanner: inout ScenarioScanner) throws(ScenarioError) {
    let start = scanner.position
    let expected = "a declaration such as 'L1(0)', 'M1', 'C1', 'S1(0)', 'X=0', 'Q1' or 'P(2)'"
    guard let name = scanner.takeWord() else { throw scanner.error(expected) }
    if scanner.take("=") {
      if name == "main" || Self.bodyName(name) != nil || Self.objectKind(name) != nil {
        throw scanner.error("a variable's name, which is no lock's, queue's or body's", at: start)
      }
      let value = try scanner.integer("an integer")
      return try declare(name, .variable, value, at: start, scanner)
    }
    switch name {
    case "P" where scanner.isNext("("):
      let width = try readParenthesised(&scanner, in: 1...1_000)
      if scenario.poolWidth != nil { throw scanner.error("only one 'P(n)'", at: start) }
      scenario.poolWidth = width
    case "G" where scanner.isNext("("):
      let width = try readParenthesised(&scanner, in: 1...1_000)
      if scenario.dispatchWidth != nil { throw scanner.error("only one 'G(n)'", at: start) }
      scenario.dispatchWidth = width
    default:
      guard let kind = Self.objectKind(name) else { throw scanner.error(expected, at: start) }
      var value = 0
      switch kind {
      case .conditionLock: value = try readParenthesised(&scanner)
      case .semaphore: value = try readParenthesised(&scanner, in: 0...2_147_483_647)
      default: break
      }
      try declare(name, kind, value, at: start, scanner)
    }
  }

  func readParenthesised(
    _ scanner: inout ScenarioScanner, in range: ClosedRange<Int> = -2_147_483_648...2_147_483_647
  ) throws(ScenarioError) -> Int {
    try scanner.require("(")
    let value = try scanner.integer("an integer", in: range)
    try scanner.require(")")
    return value
  }

  private static func objectKind(_ name: String) -> Scenario.Object.Kind? {
    guard number(name.dropFirst()) != nil else { return nil }
    return switch name.first {
    case "L": .conditionLock
    case "M": .plainLock
    case "C": .condition
    case "S": .semaphore
    case "Q": .queue
    default: nil
    }
  }

  private mutating func declare(
    _ name: String, _ kind: Scenario.Object.Kind, _ value: Int, at start: Int,
    _ scanner: ScenarioScanner
  ) throws(ScenarioError) {
    if scenario.objects.count >= Self.mostObjects {
      throw scanner.error("at most \(Self.mostObjects) declarations", at: start)
    }
    if objects.updateValue(scenario.objects.count, forKey: name) != nil {
      throw scanner.error("a name other than '\(name)', which is declared already", at: start)
    }
    scenario.objects.append(Scenario.Object(name: name, kind: kind, initialValue: value))
  }

  func readHang(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Scenario.Hang {
    let start = scanner.position
    guard let word = scanner.takeWord(), let hang = Scenario.Hang(rawValue: word) else {
      throw scanner.error("'never', 'some' or 'all'", at: start)
    }
    if !scanner.isAtEnd { throw scanner.error("the end of the line") }
    return hang
  }

  mutating func readOrder(_ scanner: inout ScenarioScanner) throws(ScenarioError) {
    while !scanner.isAtEnd {
      let operation = try readReference(&scanner)
      let isBlocked = scanner.take("!")
      scenario.order.append(Scenario.OrderStep(operation: operation, isBlocked: isBlocked))
      if scenario.order.count > Self.mostOperations {
        throw scanner.error("at most \(Self.mostOperations) steps")
      }
    }
  }

  func readExpectation(
    _ scanner: inout ScenarioScanner
  ) throws(ScenarioError) -> Scenario.Expectation {
    var expectation = Scenario.Expectation(kinds: [], allowsNone: false)
    repeat {
      let start = scanner.position
      guard let word = scanner.takeWord(hyphenated: true),
        word == "none" || Scenario.Expectation.knownKinds.contains(word)
      else { throw scanner.error("'none' or a kind of finding such as 'cycle'", at: start) }
      if word == "none" { expectation.allowsNone = true } else { expectation.kinds.append(word) }
    } while scanner.take("|")
    if scanner.take("@") {
      repeat {
        expectation.operations.append(try readReference(&scanner))
        _ = scanner.take(",")
      } while !scanner.isAtEnd
    }
    if !scanner.isAtEnd { throw scanner.error("'|', '@' or the end of the line") }
    return expectation
  }

  private func readReference(
    _ scanner: inout ScenarioScanner
  ) throws(ScenarioError) -> Scenario.OperationReference {
    let start = scanner.position
    guard let word = scanner.takeWord(), Self.bodyName(word) != nil else {
      throw scanner.error("an operation such as 'T1.2'", at: start)
    }
    guard let body = bodies[word] else {
      throw scanner.error("a body of this scenario", at: start)
    }
    try scanner.require(".")
    let count = scenario.bodies[body].operationCount
    if count == 0 { throw scanner.error("a body with operations", at: start) }
    let operation = try scanner.integer("the number of an operation", in: 1...count)
    return Scenario.OperationReference(body: body, operation: operation)
  }
}
