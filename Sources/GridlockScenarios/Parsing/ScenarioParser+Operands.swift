/// What operations name.
extension ScenarioParser {
  func lock(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Int {
    try object("a declared lock such as 'L1', 'M1' or 'C1'", &scanner) { $0.isLock }
  }

  func conditionLock(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Int {
    try object("a declared condition lock such as 'L1'", &scanner) { $0.kind == .conditionLock }
  }

  func condition(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Int {
    try object("a declared condition such as 'C1'", &scanner) { $0.kind == .condition }
  }

  func semaphore(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Int {
    try object("a declared semaphore such as 'S1'", &scanner) { $0.kind == .semaphore }
  }

  func variable(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Int {
    try object("a declared variable such as 'X'", &scanner) { $0.kind == .variable }
  }

  func queue(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Scenario.Queue {
    if scanner.takeKeyword("main") { return .main }
    return .serial(
      try object("'main' or a declared queue such as 'Q1'", &scanner) { $0.kind == .queue })
  }

  func object(
    _ expected: String, _ scanner: inout ScenarioScanner, where matches: (Scenario.Object) -> Bool
  ) throws(ScenarioError) -> Int {
    let start = scanner.position
    guard let name = scanner.takeWord(), let index = objects[name],
      matches(scenario.objects[index])
    else { throw scanner.error(expected, at: start) }
    return index
  }

  func body(
    _ kind: Scenario.Body.Kind, _ scanner: inout ScenarioScanner
  ) throws(ScenarioError) -> Int {
    let start = scanner.position
    guard let name = scanner.takeWord(), let index = bodies[name],
      scenario.bodies[index].kind == kind
    else {
      let what =
        switch kind {
        case .thread: "a thread of this scenario such as 'T1'"
        case .task: "a task of this scenario such as 'A1'"
        case .block: "a block of this scenario such as 'B1'"
        }
      throw scanner.error(what, at: start)
    }
    return index
  }

  /// Reads an integer, `$X`, `$L1-1` or `$X+1`.
  func value(_ scanner: inout ScenarioScanner) throws(ScenarioError) -> Scenario.Value {
    guard scanner.take("$") else {
      return .constant(try scanner.integer("an integer or a value such as '$X' or '$L1-1'"))
    }
    return try valueAfterDollar(&scanner)
  }

  private func valueAfterDollar(
    _ scanner: inout ScenarioScanner
  ) throws(ScenarioError) -> Scenario.Value {
    let object = try object("a declared variable or condition lock", &scanner) {
      $0.kind == .variable || $0.kind == .conditionLock
    }
    if scanner.take("+") {
      let offset = try scanner.integer("an integer", in: 0...2_147_483_647)
      return .relative(object, offset: offset)
    }
    if scanner.take("-") {
      let offset = try scanner.integer("an integer", in: 0...2_147_483_647)
      return .relative(object, offset: -offset)
    }
    return .relative(object, offset: 0)
  }

  func readComparison(
    _ scanner: inout ScenarioScanner
  ) throws(ScenarioError) -> Scenario.Comparison {
    var copy = scanner
    let left: Scenario.Value
    if copy.takeWord() != nil {
      left = try valueAfterDollar(&scanner)
    } else {
      left = try value(&scanner)
    }
    for relation in ["==", "!=", "<=", ">=", "<", ">"] where scanner.take(relation) {
      guard let relation = Scenario.Comparison.Relation(rawValue: relation) else { continue }
      return Scenario.Comparison(left: left, relation: relation, right: try value(&scanner))
    }
    throw scanner.error("'==', '!=', '<', '<=', '>' or '>='")
  }
}
