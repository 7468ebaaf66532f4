import GridlockEvents
import Testing

@testable import GridlockAnalysis

@Suite("Lock order prediction")
struct OrderDetectorTests {
  static let opposite = """
    T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1
    T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2
    """

  @Test("Opposite orders of two threads are a warning that says nothing hung and names both")
  func twoThreads() throws {
    let found = findings(Self.opposite)
    try #require(found.count == 1)
    #expect(found[0].kind == .order)
    #expect(found[0].severity == .warning)
    #expect(found[0].occurrence == .predicted)
    #expect(found[0].certainty == .probable)
    #expect(found[0].reasons.first == "Nothing hung in this run.")
    #expect(
      found[0].reasons[1]
        == "It would if thread 3 takes L2; thread 2 takes L1; and only then thread 3 asks for L1;"
        + " thread 2 asks for L2.")
    #expect(found[0].participants.map(\.role) == [.holds, .waits, .holds, .waits])
    for operation in 1...2 {
      #expect(found[0].names(1, operation))
      #expect(found[0].names(2, operation))
    }
  }

  @Test("The same opposite orders again are told once")
  func once() {
    #expect(findings(Self.opposite + "\n" + Self.opposite).count == 1)
  }

  @Test("A join between the two orders makes it a note that names the join")
  func joined() throws {
    let found = findings(
      """
      T0 spawn T1
      T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1; T1 exit
      T0 join T1; T0 spawn T2
      T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2; T2 exit
      T0 join T2
      """)
    try #require(found.count == 1)
    #expect(found[0].kind == .order)
    #expect(found[0].severity == .note)
    #expect(found[0].names(1, 2) && found[0].names(2, 2))
    #expect(
      found[0].participants.contains { $0.operation == .join && $0.mark.tag == Script.tag(0, 2) })
    #expect(found[0].reasons.contains { $0.contains("join of thread 2") })
  }

  @Test("A start after the first order makes it a note that names the start")
  func started() throws {
    let found = findings(
      """
      T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1; T1 spawn T2
      T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2
      """)
    try #require(found.count == 1)
    #expect(found[0].severity == .note)
    #expect(found[0].participants.last?.operation == .spawn)
  }

  @Test("A thread started before the first order is not separated from it")
  func startedBefore() {
    #expect(findings("T1 spawn T2\n" + Self.opposite).map(\.severity) == [.warning])
  }

  @Test("What a join separated becomes a warning once it happens unseparated")
  func upgraded() {
    let found = findings(
      """
      T0 spawn T1; T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1; T1 exit; T0 join T1
      T0 spawn T3; T0 spawn T2
      T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2
      T3 lock L1; T3 lock L2; T3 unlock L2; T3 unlock L1
      """)
    #expect(found.map(\.severity) == [.note, .warning])
  }

  @Test("Three threads in a ring are told once")
  func ring() {
    let found = findings(
      """
      T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1
      T2 lock L2; T2 lock L3; T2 unlock L3; T2 unlock L2
      T3 lock L3; T3 lock L1; T3 unlock L1; T3 unlock L3
      """)
    #expect(found.map(\.kind) == [.order])
    #expect(found.first?.participants.count == 6)
  }

  @Test("A ring of two hundred threads is found")
  func longRing() {
    let count = 200
    let text = (0..<count).map { index in
      let next = (index + 1) % count
      return "T\(index) lock L\(index); T\(index) lock L\(next);"
        + " T\(index) unlock L\(next); T\(index) unlock L\(index)"
    }
    let (found, analyzer) = analyzed(text.joined(separator: "\n"))
    #expect(found.map(\.kind) == [.order])
    #expect(found.first?.participants.count == 2 * count)
    #expect(analyzer.order.searchesCutShort == 0)
  }

  @Test("A search that meets its limit says so")
  func cutShort() {
    var detector = OrderDetector(workLimit: 3)
    var state = SystemState()
    state.locks = [:]
    func request(_ thread: Int, _ held: String, _ wanted: String) -> Observation {
      let mark = Mark(thread: Script.thread(thread))
      return .nested(
        Observation.Nested(
          lock: Script.lock(wanted), operation: .lock, mark: mark,
          held: [Hold(lock: Script.lock(held), operation: .lock, mark: mark)]))
    }
    for index in 0..<10 {
      _ = detector.observe(request(index, "L\(index)", "L\((index + 1) % 10)"), in: state)
    }
    #expect(detector.searchesCutShort == 1)
  }

  @Test("Both orders in one thread are silent")
  func oneThread() {
    #expect(
      findings("T1 lock L1; T1 lock L2; T1 unlock L1; T1 lock L1; T1 unlock L1; T1 unlock L2")
        .isEmpty)
  }

  @Test("A gate lock around both orders is silent")
  func gate() {
    #expect(
      findings(
        """
        T1 lock M1; T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1; T1 unlock M1
        T2 lock M1; T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2; T2 unlock M1
        """
      ).isEmpty)
  }

  @Test("A lock around one order only is no gate")
  func noGate() {
    let found = findings(
      """
      T1 lock M1; T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1; T1 unlock M1
      T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2
      """)
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.names(1, 3) == true && found.first?.names(2, 2) == true)
  }

  @Test("A try makes no edge into its lock", arguments: ["try", "lockBefore"])
  func tries(form: String) {
    #expect(
      findings(
        """
        T1 lock L1; T1 \(form) L2; T1 unlock L2; T1 unlock L1
        T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2
        """
      ).isEmpty)
  }

  @Test("A lock got by a try counts as held")
  func heldByTry() {
    let found = findings(
      """
      T1 try L1; T1 lock L2; T1 unlock L2; T1 unlock L1
      T2 lock L2; T2 lock L1; T2 unlock L1; T2 unlock L2
      """)
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("Backing off from a failed try is silent")
  func backOff() {
    #expect(
      findings(
        """
        T2 lock L2; T1 lock L1; T1 try L2; T1 unlock L1; T2 lock L1; T2 unlock L1; T2 unlock L2
        T1 lock L2; T1 lock L1; T1 unlock L1; T1 unlock L2
        """
      ).isEmpty)
  }

  @Test("Hand over hand through a list is silent, even where it wraps for one thread")
  func handOverHand() {
    let walk = { (thread: String) in
      """
      \(thread) lock L1; \(thread) lock L2; \(thread) unlock L1
      \(thread) lock L3; \(thread) unlock L2; \(thread) unlock L3
      """
    }
    #expect(findings(walk("T1") + "\n" + walk("T2")).isEmpty)
    // A was released before C was taken, so no thread orders A before C.
    #expect(
      findings(walk("T1") + "\nT2 lock L3; T2 lock L1; T2 unlock L1; T2 unlock L3").isEmpty)
  }

  @Test("Waits for a value make edges like plain ones, with less certainty")
  func lockWhen() {
    let found = findings(
      """
      init L1(0) L2(0)
      T1 lock L1; T1 lockWhen L2 0; T1 unlock L2; T1 unlock L1
      T2 lock L2; T2 lockWhen L1 0; T2 unlock L1; T2 unlock L2
      """)
    #expect(found.of(.order).map(\.severity) == [.warning])
    #expect(found.of(.order).first?.certainty == .possible)
  }

  @Test("A monitor's wait takes its lock again under those held")
  func monitorWait() {
    let found = findings(
      """
      T1 lock C1; T1 lock M1; T1 wait C1
      T2 lock C1; T2 signal C1; T2 unlock C1; T1 unlock M1; T1 unlock C1
      T2 lock C1; T2 lock M1; T2 unlock M1; T2 unlock C1
      """)
    #expect(found.of(.order).map(\.severity) == [.warning])
  }

  @Test("An edge from every held lock outlives the lock between")
  func middleDies() {
    let found = findings(
      """
      T1 lock L1; T1 lock L2; T1 lock L3; T1 unlock L3; T1 unlock L2; T1 unlock L1
      T1 destroy L2
      T2 lock L3; T2 lock L1; T2 unlock L1; T2 unlock L3
      """)
    #expect(found.map(\.kind) == [.order])
  }

  @Test("A ring over a lock that is gone is no ring")
  func dead() {
    #expect(
      findings(
        """
        T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1
        T3 lock L2; T3 lock L3; T3 unlock L3; T3 unlock L2
        T1 destroy L2
        T2 lock L3; T2 lock L1; T2 unlock L1; T2 unlock L3
        """
      ).isEmpty)
  }

  @Test("A second ring over edges known before is found")
  func laterThread() {
    let found = findings(
      """
      T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1
      T1 lock L2; T1 lock L1; T1 unlock L1; T1 unlock L2
      T2 lock L1; T2 lock L2; T2 unlock L2; T2 unlock L1
      """)
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("All ways through a ring count as on it")
  func diamond() {
    let found = findings(
      """
      T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1
      T1 lock L2; T1 lock L4; T1 unlock L4; T1 unlock L2
      T1 lock L1; T1 lock L3; T1 unlock L3; T1 unlock L1
      T1 lock L3; T1 lock L4; T1 unlock L4; T1 unlock L3
      T1 lock L4; T1 lock L1; T1 unlock L1; T1 unlock L4
      T2 lock L3; T2 lock L4; T2 unlock L4; T2 unlock L3
      T3 lock L4; T3 lock L1; T3 unlock L1; T3 unlock L4
      """)
    #expect(found.map(\.kind) == [.order])
    #expect(found.first?.participants.count == 6)
  }

  @Test("A ring of classes whose instances never met is a note")
  func classes() {
    let script = Script(
      """
      T1 lock L1; T1 lock L11; T1 unlock L11; T1 unlock L1
      T2 lock L12; T2 lock L2; T2 unlock L2; T2 unlock L12
      """)
    var analyzer = script.analyzed(declaring: [
      Script.state("L1", site: 1), Script.state("L2", site: 1),
      Script.state("L11", site: 2), Script.state("L12", site: 2),
    ])
    let found = analyzer.findings()
    #expect(found.map(\.kind) == [.order])
    #expect(found.map(\.severity) == [.note])
    #expect(found.first?.participants.count == 4)
  }

  @Test("Nesting within one class is a note, once")
  func nesting() {
    let script = Script(
      """
      T1 lock L1; T1 lock L2; T1 unlock L2; T1 unlock L1
      T1 lock L1; T1 lock L3; T1 unlock L3; T1 unlock L1
      """)
    var analyzer = script.analyzed(
      declaring: (1...3).map { Script.state("L\($0)", site: 5) })
    #expect(analyzer.findings().map(\.severity) == [.note])
  }

  @Test("A lock handed over by foreign releases makes a ring no more than possible")
  func handedOver() {
    let (found, _) = analyzed(Self.opposite) { $0.isHandOffDeclared = $0.name == "L1" }
    #expect(found.map(\.certainty) == [.possible])
    #expect(found.map(\.severity) == [.warning])
  }
}
