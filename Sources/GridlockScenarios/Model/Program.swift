/// One body as a flat list of instructions that name their successors.
///
/// The checker and the player run the same programs: start at `entry`, do the instruction, go to
/// `next` (or to `otherwise` when a try, a timed form or a condition failed) until `end`.
public struct Program: Sendable, Hashable {
  /// One numbered operation.
  public struct Instruction: Sendable, Hashable {
    /// The number of the operation in its body, from 1, with each `repeat` unrolled in full.
    public var number: Int
    public var action: Scenario.Action
    /// Where to go on.
    public var next: Int
    /// Where to go on after failure or a condition that doesn't hold.
    public var otherwise: Int
  }

  public private(set) var instructions: [Instruction]
  /// The position of the first instruction.
  public let entry = 0

  /// The position after the last instruction.
  public var end: Int { instructions.count }

  /// Flattens a body. The checker cuts long repeats, the player does not; numbers stay the same.
  public init(_ body: Scenario.Body, cuttingRepeats: Bool) {
    instructions = []
    let end = Self.size(of: body.statements, cutting: cuttingRepeats)
    instructions.reserveCapacity(end)
    var number = 1
    emit(body.statements, after: end, number: &number, cutting: cuttingRepeats)
    for index in instructions.indices where instructions[index].action == .exit {
      instructions[index].next = end
      instructions[index].otherwise = end
    }
  }

  private static func times(_ count: Int, cutting: Bool) -> Int {
    cutting && count > Scenario.Statement.longestRepeat
      ? Scenario.Statement.shortenedRepeat : max(count, 0)
  }

  private static func size(of statements: [Scenario.Statement], cutting: Bool) -> Int {
    statements.reduce(0) { $0 + size(of: $1, cutting: cutting) }
  }

  private static func size(of statement: Scenario.Statement, cutting: Bool) -> Int {
    switch statement {
    case .action: 1
    case .attempt(_, let then, let otherwise), .branch(_, let then, let otherwise):
      1 + size(of: then, cutting: cutting) + size(of: otherwise, cutting: cutting)
    case .loop(_, let body): 1 + size(of: body, cutting: cutting)
    case .repeated(let count, let body):
      times(count, cutting: cutting) * size(of: body, cutting: cutting)
    }
  }

  /// Appends statements that go on at `after`.
  private mutating func emit(
    _ statements: [Scenario.Statement], after: Int, number: inout Int, cutting: Bool
  ) {
    var remaining = Self.size(of: statements, cutting: cutting)
    for statement in statements {
      let size = Self.size(of: statement, cutting: cutting)
      remaining -= size
      let following = remaining == 0 ? after : instructions.count + size
      emit(statement, after: following, number: &number, cutting: cutting)
    }
  }

  private mutating func emit(
    _ statement: Scenario.Statement, after: Int, number: inout Int, cutting: Bool
  ) {
    let position = instructions.count
    switch statement {
    case .action(.exit):
      append(.exit, next: position, otherwise: position, number: &number)
    case .action(let action): append(action, next: after, otherwise: after, number: &number)
    case .attempt(let action, let then, let otherwise):
      emitBranches(action, then, otherwise, after: after, number: &number, cutting: cutting)
    case .branch(let comparison, let then, let otherwise):
      emitBranches(
        .test(comparison), then, otherwise, after: after, number: &number, cutting: cutting)
    case .loop(let comparison, let body):
      let isEmpty = Self.size(of: body, cutting: cutting) == 0
      append(
        .test(comparison), next: isEmpty ? position : position + 1, otherwise: after,
        number: &number)
      emit(body, after: position, number: &number, cutting: cutting)
    case .repeated(let count, let body):
      let first = number
      let size = Self.size(of: body, cutting: cutting)
      let kept = size == 0 ? 0 : Self.times(count, cutting: cutting)
      for turn in 0..<kept {
        let following = turn == kept - 1 ? after : instructions.count + size
        emit(body, after: following, number: &number, cutting: cutting)
      }
      number = first + Scenario.Statement.repeated(count, body).count
    }
  }

  private mutating func emitBranches(
    _ action: Scenario.Action, _ then: [Scenario.Statement], _ otherwise: [Scenario.Statement],
    after: Int, number: inout Int, cutting: Bool
  ) {
    let position = instructions.count
    let thenSize = Self.size(of: then, cutting: cutting)
    let otherwiseSize = Self.size(of: otherwise, cutting: cutting)
    append(
      action, next: thenSize == 0 ? after : position + 1,
      otherwise: otherwiseSize == 0 ? after : position + 1 + thenSize, number: &number)
    emit(then, after: after, number: &number, cutting: cutting)
    emit(otherwise, after: after, number: &number, cutting: cutting)
  }

  private mutating func append(
    _ action: Scenario.Action, next: Int, otherwise: Int, number: inout Int
  ) {
    instructions.append(
      Instruction(number: number, action: action, next: next, otherwise: otherwise))
    number += 1
  }
}
