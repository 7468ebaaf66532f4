import GridlockScenarios
import Testing

@Suite("ScenarioParser")
struct ScenarioParserTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    var text: String
    var error: String
    var testDescription: String { error }
  }

  static let mistakes = [
    Mistake(
      text: "T1: lock L1",
      error: "f:1:10: error: expected a declared lock such as 'L1', 'M1' or 'C1', found 'L1'"),
    Mistake(
      text: "init: L1\nT1: lock L1",
      error: "f:1:9: error: expected '(', found the end of the line"),
    Mistake(
      text: "init: M1\nT1: lock M1 unlock M1",
      error: "f:2:13: error: expected ';' or the end of the line, found 'unlock'"),
    Mistake(
      text: "T1: if X==0 { work 1",
      error: "f:1:8: error: expected a declared variable or condition lock, found 'X'"),
    Mistake(
      text: "init: X=0\nT1: if X=0 { }",
      error: "f:2:9: error: expected '==', '!=', '<', '<=', '>' or '>=', found '='"),
    Mistake(
      text: "init: X=0\nT1: while X==0 { work 1",
      error: "f:2:24: error: expected ';' or '}', found the end of the line"),
    Mistake(
      text: "T1: repeat 99999 { work 1 }",
      error: "f:1:12: error: expected a count from 0 to 65535, found '99999'"),
    Mistake(
      text: "T1: repeat 60000 { repeat 60000 { work 1 } }",
      error:
        "f:1:5: error: expected at most 65535 operations with each repeat unrolled, "
        + "found 'repeat'"
    ),
    Mistake(
      text: "T1: work 99999999999999999999999999",
      error:
        "f:1:10: error: expected milliseconds from 0 to 1000000000, "
        + "found '99999999999999999999999999'"),
    Mistake(
      text: "T1..T4000: work 1",
      error: "f:1:1: error: expected at most 64 bodies, found 'T1'"),
    Mistake(
      text: "T1: spawn T2",
      error: "f:1:11: error: expected a thread of this scenario such as 'T1', found 'T2'"),
    Mistake(
      text: "T1: work 1\nT1: work 1",
      error: "f:2:1: error: expected a body other than 'T1', which is there already, found 'T1'"),
    Mistake(
      text: "T1: runloop 1",
      error: "f:1:5: error: expected 'runloop' in T0 only, found 'runloop'"),
    Mistake(
      text: "T1: work 1\norder: T1.2",
      error: "f:2:11: error: expected the number of an operation from 1 to 1, found '2'"),
    Mistake(
      text: "T1: work 1\nhang: often",
      error: "f:2:7: error: expected 'never', 'some' or 'all', found 'often'"),
    Mistake(
      text: "T1: work 1\nexpect: trouble",
      error: "f:2:9: error: expected 'none' or a kind of finding such as 'cycle', found 'trouble'"),
    Mistake(
      text: "# nothing",
      error: "f:1:1: error: expected at least one body such as 'T1:', found 'the end of the file'"),
    Mistake(
      text: "!?",
      error:
        "f:1:1: error: expected 'init:', a body such as 'T1:', 'order:', 'hang:' or 'expect:', "
        + "found '!'"),
  ]

  @Test("says where a mistake is and what it expected", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioParser.parse(mistake.text, file: "f")
    }
    #expect(error?.description == mistake.error)
  }

  @Test("bounds nesting")
  func nesting() {
    let text =
      "init: X=0\nT1: " + String(repeating: "if X==0 { ", count: 10_000)
      + String(repeating: "}", count: 10_000)
    let error = #expect(throws: ScenarioError.self) { try ScenarioParser.parse(text) }
    #expect(error?.expected == "at most 32 nested braces")
  }

  @Test("reads every form")
  func forms() throws {
    let text = """
      # All forms
      init: L1(-3), M1, C1, S1(2), X=-1, Q1, P(2), G(3)
      T0: lock L1; unlock M1; lockWhen L1 $X; unlockWith L1 $L1-1; runloop 2; spawn T1; join T1
      T1: try L1 { work 1 } else { sleep 2 }; tryWhen L1 $X+1; lockBefore C1 5 else { exit }
      T2: lockWhenBefore L1 -1 9 { }; wait C1; waitUntil C1 3; signal C1; broadcast C1
      T3: semWait S1; semSignal S1; set X $L1; inc X; dec X; read L1 X; destroy L1; new L1(4)
      T4: while X<=3 { repeat 2 { if X>=$L1 { } else { work 0 } } }; if L1>2 { yield }; new M1
      A1: task A2; await A2; yield
      A2: async Q1 B1; sync main B1
      B1: new S1(0); destroy C1
      order: T0.1 T1.2!
      hang: some
      expect: none | order @ T0.1 T4.2

      """
    let scenario = try ScenarioParser.parse(text)
    let printed = scenario.description
    #expect(try ScenarioParser.parse(printed) == scenario)
    let short = text.replacing(" { }; wait C1", with: "; wait C1")
    #expect(printed == short.replacing("C1 5 else", with: "C1 5 { } else"))
    #expect(scenario.bodies.map(\.name) == ["T0", "T1", "T2", "T3", "T4", "A1", "A2", "B1"])
    #expect(scenario.bodies[1].operationCount == 6)
  }

  @Test("numbers operations as the text has them, repeats unrolled")
  func numbers() throws {
    let scenario = try ScenarioParser.parse(
      """
      init: M1, X=0
      T1: work 1; repeat 2 { try M1 { unlock M1 } else { sleep 1 } }; while X>0 { dec X }; exit
      """)
    let program = Program(scenario.bodies[0], cuttingRepeats: false)
    #expect(program.instructions.map(\.number) == Array(1...10))
    #expect(program.instructions.map(\.next) == [1, 2, 4, 4, 5, 7, 7, 8, 7, 10])
    #expect(program.instructions.map(\.otherwise) == [1, 3, 4, 4, 6, 7, 7, 9, 7, 10])
  }

  @Test("never traps, whatever it is given")
  func noise() {
    let pieces = [
      "init:", "T1:", "A1:", "B1:", "T1..T3:", "order:", "hang:", "expect:", " ", "\n", ";", "{",
      "}", "$", "L1", "(0)", "M1", "X", "=", "==", "-", "+", "1", "99999999999999999999", "repeat",
      "while", "if", "else", "try", "lock", "lockWhen", "spawn", "T1", ".", "..", "!", "|", "@",
      "none", "cycle", "#", ",", "P(2)", "é", "\u{0}", "runloop", "new", "0",
    ]
    var seed: UInt64 = 88_172_645_463_325_252
    for _ in 0..<4_000 {
      var text = ""
      for _ in 0..<12 {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        text += pieces[Int(seed >> 33) % pieces.count]
        if seed & 1 == 0 { text += " " }
      }
      _ = try? ScenarioParser.parse(text)
      _ = try? ScenarioParser.parse("init: L1(0), M1, X=0\nT1: " + text)
    }
    for file in CaseFile.all {
      for length in stride(from: 0, to: file.text.count, by: 11) {
        _ = try? ScenarioParser.parse(String(file.text.prefix(length)))
      }
    }
  }
}
