import GridlockEvents
import Testing

@testable import GridlockAnalysis

@Suite("Misuse of locks")
struct MisuseDetectorTests {
  // MARK: - Releases by others

  @Test("Setting a value on a free lock starts a chain: a note")
  func chainStart() throws {
    let found = findings("init L1(0); T1 unlockWith L1 1; T2 lockWhen L1 1; T2 unlock L1")
    try #require(found.count == 1)
    #expect(found[0].kind == .nonOwner && found[0].severity == .note)
    #expect(found[0].names(1, 1))
  }

  @Test("Releasing a free lock, and one that another holds, are two warnings")
  func foreignReleases() {
    let found = findings(
      """
      T0 lock L1; T0 unlock L1; T0 unlock L1; T0 lock L2; T0 spawn T1
      T1 unlock L2; T1 exit; T0 join T1; T0 exit
      """)
    #expect(found.map(\.kind) == [.nonOwner, .nonOwner])
    #expect(found.map(\.severity) == [.warning, .warning])
    #expect(found.map(\.certainty) == [.certain, .certain])
    #expect(found.first?.names(0, 3) == true)
    #expect(found.last?.names(1, 1) == true && found.last?.names(0, 4) == true)
  }

  @Test("The same wrong release at one place is told once")
  func once() {
    let script = Script("init L1(0); T1 lock L1; T1 unlock L1; T1 unlock L1")
    var analyzer = script.analyzed(declaring: [Script.state("L1")])
    var last = script.events[script.events.count - 1]
    last.time += 10
    analyzer.apply(last)
    #expect(analyzer.findings().count == 1)
  }

  @Test("A release after an unchecked failed try names the try")
  func failedTry() throws {
    let found = findings(
      "init L1(0); T2 lock L1; T1 tryWhen L1 0; T1 unlockWith L1 1; T3 lockWhen L1 1; T3 unlock L1")
    try #require(found.count == 1)
    #expect(found[0].kind == .nonOwner && found[0].severity == .warning)
    #expect(found[0].names(1, 1) && found[0].names(1, 2))
    let free = findings("init L1(5); T1 tryWhen L1 0; T1 unlockWith L1 1")
    #expect(free.of(.nonOwner).map(\.severity) == [.warning])
  }

  @Test("A try that succeeds leaves nothing to tell")
  func checkedTry() {
    #expect(findings("init L1(0); T1 tryWhen L1 0; T1 unlockWith L1 1").isEmpty)
  }

  @Test("A release taken over from the owner names both, and its owner's end is no end holding")
  func takenOver() throws {
    let found = findings(
      """
      init L1(1); T1 spawn T2; T1 lock L1; T1 spawn T3
      T3 unlockWith L1 0; T3 lockWhen L1 0; T3 unlock L1; T3 exit; T1 exit
      """)
    try #require(found.count == 1)
    #expect(found[0].kind == .nonOwner && found[0].severity == .warning)
    #expect(found[0].names(3, 1) && found[0].names(1, 2))
  }

  @Test("A declared hand-off is a note")
  func handOff() {
    let text = "init L1(0); T0 lock L1; T1 unlockWith L1 1; T2 lockWhen L1 1; T2 unlock L1"
    let (found, _) = analyzed(text) { $0.isHandOffDeclared = true }
    #expect(found.map(\.kind) == [.nonOwner] && found.map(\.severity) == [.note])
    #expect(findings(text).map(\.severity) == [.warning])
  }

  @Test("Waiting on a monitor without holding it is a warning; holding it is silent")
  func foreignWait() {
    let found = findings("T0 lock C1; T0 unlock C1; T0 wait C1; T1 lock C1; T1 signal C1")
    #expect(found.of(.nonOwner).map(\.severity) == [.warning])
    #expect(found.of(.nonOwner).first?.names(0, 3) == true)
    #expect(
      findings(
        "T0 lock C1; T0 wait C1; T1 lock C1; T1 broadcast C1; T1 unlock C1; T0 unlock C1"
      ).isEmpty)
  }

  @Test("Acting on a lock that was taken away is an error that names all four steps")
  func exclusionLost() throws {
    let found = findings("T1 lock L1; T2 unlock L1; T3 lock L1; T1 unlock L1")
    let lost = found.of(.exclusionLost)
    try #require(lost.count == 1)
    #expect(lost[0].severity == .error && lost[0].certainty == .certain)
    #expect(lost[0].names(1, 1) && lost[0].names(1, 2))
    #expect(lost[0].names(2, 1) && lost[0].names(3, 1))
    #expect(found.of(.nonOwner).count == 1)
  }

  @Test("Taking a lock again after it was taken away is no loss")
  func retaken() {
    let found = findings("T1 lock L1; T1 lock L1; T2 unlock L1; T1 unlock L1")
    #expect(found.of(.exclusionLost).isEmpty)
    #expect(found.of(.nonOwner).count == 1)
  }

  @Test("Missing events make such findings no more than probable")
  func lostEvents() {
    var analyzer = Analyzer()
    analyzer.noteLost(3)
    for event in Script("init L1(0); T1 unlock L1").events { analyzer.apply(event) }
    #expect(analyzer.findings().map(\.certainty) == [.probable])
  }

  // MARK: - Ends

  @Test("A thread's end with locks held names each; a clean end is silent")
  func exitHolding() throws {
    let found = findings("T0 spawn T1; T1 lock L1; T1 lock L2; T1 exit; T0 join T1")
    try #require(found.count == 1)
    #expect(found[0].kind == .exitHolding && found[0].severity == .error)
    #expect(found[0].names(1, 1) && found[0].names(1, 2))
    #expect(findings("T1 lock L1; T1 unlock L1; T1 exit").isEmpty)
  }

  @Test("An end with a lock held that others release is a warning")
  func exitHandedOver() {
    let (found, _) = analyzed("T1 lock L1; T1 exit") { $0.isHandOffDeclared = true }
    #expect(found.map(\.severity) == [.warning] && found.map(\.certainty) == [.possible])
  }

  @Test("A lock that goes away held is an error told of its holder, who then ends clean")
  func destroyedHeld() throws {
    let found = findings(
      """
      init L1(0); T0 spawn T1; T1 lock L1; T1 unlockWith L1 1; T1 exit
      T0 lockWhen L1 1; T0 join T1; T0 destroy L1; T0 exit
      """)
    try #require(found.count == 1)
    #expect(found[0].kind == .destroyedBusy && found[0].severity == .error)
    #expect(found[0].names(0, 2))
  }

  @Test("A lock that goes away waited for is an error; one that is idle is silent")
  func destroyedWaited() {
    let found = findings("init L1(0); T1 lockWhen L1 1; T0 destroy L1")
    #expect(found.map(\.kind) == [.destroyedBusy])
    #expect(found.first?.names(1, 1) == true)
    #expect(findings("init L1(0); T1 lock L1; T1 unlock L1; T0 destroy L1").isEmpty)
  }

  // MARK: - Waits with locks held

  @Test("A wait for a value with a lock held is a note, at once")
  func waitHolding() {
    let found = findings("init L1(0); T1 lock M1; T1 lockWhen L1 1")
    #expect(found.map(\.kind) == [.waitHolding] && found.map(\.severity) == [.note])
    #expect(found.first?.names(1, 1) == true && found.first?.names(1, 2) == true)
    let ready = findings("init L1(1); T1 lock M1; T1 lockWhen L1 1; T1 unlock L1; T1 unlock M1")
    #expect(ready.map(\.kind) == [.waitHolding])
  }

  @Test("A setter that needed the held lock makes it a warning, in either order of sight")
  func setterNeeds() {
    let waiter = "T1 lock M1; T1 lockWhen L1 1; T1 unlockWith L1 0; T1 unlock M1"
    let setter = "T2 lock M1; T2 lock L1; T2 unlockWith L1 1; T2 unlock M1"
    for text in ["init L1(1); \(waiter); \(setter)", "init L1(0); \(setter); \(waiter)"] {
      let found = findings(text).of(.waitHolding)
      #expect(found.last?.severity == .warning)
      #expect(found.last?.occurrence == .predicted)
      #expect(found.last?.reasons.first?.hasPrefix("Nothing hung") == true)
      #expect(found.last?.names(2, 3) == true)
    }
  }

  @Test("A setter that needs another lock, or that is the waiter itself, leaves it a note")
  func setterDoesNotNeed() {
    let waiter = "T1 lock M1; T1 lockWhen L1 1; T1 unlockWith L1 0; T1 unlock M1"
    for setter in [
      "T2 lock M2; T2 lock L1; T2 unlockWith L1 1; T2 unlock M2",
      "T1 lock M1; T1 lock L1; T1 unlockWith L1 1; T1 unlock M1",
      "T2 lock M1; T2 lock L1; T2 unlockWith L1 7; T2 unlock M1",
    ] {
      #expect(findings("init L1(1); \(waiter); \(setter)").of(.waitHolding).alarms.isEmpty)
    }
  }

  @Test("A signaller that needed the lock kept over a monitor's wait makes it a warning")
  func monitorNeeds() {
    let found = findings(
      """
      T2 lock M1; T2 lock C1; T2 signal C1; T2 unlock C1; T2 unlock M1
      T1 lock M1; T1 lock C1; T1 wait C1
      """)
    #expect(found.of(.waitHolding).map(\.severity) == [.warning])
  }

  @Test("A wait without other locks, and a plain nested lock, are no wait-holding")
  func noHolding() {
    #expect(findings("init L1(0); T1 lockWhen L1 1; T2 unlockWith L1 1").of(.waitHolding).isEmpty)
    #expect(findings("T1 lock M1; T1 lock L1").of(.waitHolding).isEmpty)
  }

  @Test("A signal between a look at the condition and the wait is a note")
  func lostWakeUp() {
    let found = findings("T1 lock C1; T2 signal C1; T1 wait C1")
    #expect(found.map(\.kind) == [.lostWakeup] && found.map(\.severity) == [.note])
    #expect(found.first?.names(2, 1) == true)
    #expect(findings("T2 lock C1; T2 signal C1; T2 unlock C1; T1 lock C1; T1 wait C1").isEmpty)
  }

  // MARK: - Waste

  @Test("Releases that would wake sleepers in vain are one note")
  func herd() {
    let sleepers = (1...4).map { "T\($0) lockWhen L1 1" }.joined(separator: "; ")
    let found = findings(
      "init L1(0); \(sleepers); repeat 100 T5 lock L1, T5 unlock L1; T5 lock L1; T5 unlockWith L1 1"
    )
    #expect(found.map(\.kind) == [.herd])
    #expect(found.map(\.severity) == [.note])
    #expect(
      findings("init L1(0); \(sleepers); repeat 4 T5 lock L1, T5 unlock L1").isEmpty)
  }

  @Test("Wake-ups of which a quarter can go are no herd")
  func noHerd() {
    let text = "init L1(0); " + (1...2).map { "T\($0) lockWhen L1 \($0)" }.joined(separator: "; ")
    let rounds = String(
      repeating: "; T5 lock L1; T5 unlockWith L1 1; T1 unlockWith L1 0; T1 lockWhen L1 1", count: 40
    )
    #expect(findings(text + rounds).of(.herd).isEmpty)
  }

  @Test("The same value set again for nobody is a note; for a waiter it is silent")
  func redundantSet() {
    let found = findings("init L1(0); T1 lock L1; T1 unlockWith L1 0")
    #expect(found.map(\.kind) == [.redundantSet] && found.map(\.severity) == [.note])
    #expect(
      findings("init L1(0); T1 lock L1; T2 lockWhen L1 0; T1 unlockWith L1 0; T2 unlock L1")
        .isEmpty)
    #expect(findings("init L1(0); T1 lock L1; T1 unlockWith L1 1").isEmpty)
  }

  @Test(
    "Twenty failed tries or reads in a row are polling", arguments: ["tryWhen L1 1", "read L1"])
  func polling(form: String) {
    let found = findings("init L1(0); repeat 30 T1 \(form)")
    #expect(found.map(\.kind) == [.polling] && found.map(\.severity) == [.note])
    #expect(findings("init L1(0); repeat 19 T1 \(form)").isEmpty)
    #expect(
      findings("init L1(0); repeat 50 T1 \(form), T1 lock L1, T1 unlock L1").isEmpty)
  }

  @Test("A value set after an unlocked read that no longer held is a note")
  func staleRead() throws {
    let found = findings(
      "init L1(0); T1 read L1; T2 lock L1; T2 unlockWith L1 5; T1 lock L1; T1 unlockWith L1 1")
    try #require(found.count == 1)
    #expect(found[0].kind == .staleRead && found[0].severity == .note)
    #expect(found[0].names(1, 1) && found[0].names(1, 3))
  }

  @Test("A read that still holds, or is checked by waiting for a value, is silent")
  func freshRead() {
    #expect(findings("init L1(0); T1 read L1; T1 lock L1; T1 unlockWith L1 1").isEmpty)
    #expect(
      findings(
        "init L1(0); T1 read L1; T2 lock L1; T2 unlockWith L1 5; T1 lockWhen L1 5; T1 unlockWith L1 1"
      ).isEmpty)
  }

  // MARK: - Starvation

  @Test("Being passed over ten times by later threads in ten milliseconds is a warning")
  func starvation() {
    let analyzer = passedOver(times: 12, step: 1_000_000)
    #expect(analyzer.map(\.kind) == [.starvation] && analyzer.map(\.severity) == [.warning])
    #expect(passedOver(times: 9, step: 2_000_000).isEmpty)
    #expect(passedOver(times: 100, step: 10_000).isEmpty)
  }

  /// Thread 1 waits while thread 2 takes the lock again and again.
  private func passedOver(times: Int, step: UInt64) -> [Finding] {
    var analyzer = Analyzer()
    let lock = Script.lock("M1")
    analyzer.declare(Script.state("M1"))
    var time: UInt64 = 1
    func apply(_ kind: Event.Kind, _ operation: Operation, _ thread: Int) {
      time += step
      analyzer.apply(
        Event(
          kind: kind, operation: operation, time: time, thread: Script.thread(thread), lock: lock))
    }
    apply(.acquired, .lock, 2)
    apply(.waiting, .lock, 1)
    for _ in 0..<times {
      apply(.released, .unlock, 2)
      apply(.acquired, .lock, 2)
    }
    return analyzer.findings()
  }

  @Test("A queue that is served in turn starves nobody")
  func fairQueue() {
    let queue = (1...20).map { "T\($0) lock M1; +5" }.joined(separator: "; ")
    let service = (0...19).map { "T\($0) unlock M1; +5" }.joined(separator: "; ")
    #expect(findings("T0 lock M1; \(queue); \(service)").isEmpty)
  }

  @Test("A thousand releases that never had the value are a note")
  func valueForm() {
    let found = findings("init L1(0); T1 lockWhen L1 9; repeat 1000 T2 lock L1, T2 unlock L1")
    #expect(found.of(.starvation).map(\.severity) == [.note])
    #expect(
      findings("init L1(0); T1 lockWhen L1 9; repeat 900 T2 lock L1, T2 unlock L1")
        .of(.starvation).isEmpty)
  }

  // MARK: - Silence

  @Test(
    "Sound programs give no warning",
    arguments: [
      // Recursive tries fail politely.
      """
      init L1(0); T1 lock L1; T1 try L1; T1 tryWhen L1 42; T1 unlockWith L1 42; T1 lock L1
      T1 tryWhen L1 42; T1 lockBefore L1 100; T1 timeOut; T1 unlock L1
      """,
      // A generator.
      """
      init L1(0); T1 spawn T2; T1 lockWhen L1 1; T2 lockWhen L1 0; T2 unlockWith L1 1
      T1 unlockWith L1 0; T2 lockWhen L1 0; T1 lockWhen L1 1; T2 unlockWith L1 1; T1 unlock L1
      """,
      // A broadcast without predicate that can't come too early.
      "T0 lock C1; T0 spawn T1; T1 lock C1; T0 wait C1; T1 broadcast C1; T1 unlock C1; T0 unlock C1",
      // A count-down nobody names.
      """
      init L1(2); T0 lockWhen L1 0; T1 lock L1; T1 unlockWith L1 1; T2 lock L1
      T2 unlockWith L1 0; T0 unlock L1
      """,
      // A constant value as a plain lock.
      "init L1(0); T1 lockWhen L1 0; T2 lockWhen L1 0; T1 unlockWith L1 0; T2 unlockWith L1 0",
      // A recursive lock.
      "T1 lock R1; T1 lock R1; T1 unlock R1; T1 unlock R1; T2 lock R1; T2 unlock R1; T1 exit",
      // A bounded wait that gives up.
      "init L1(7); T0 lockWhenBefore L1 0; T0 timeOut; T1 tryWhen L1 7; T1 unlockWith L1 0",
      // A semaphore is released by anyone.
      "init S1(0); T1 semWait S1; T2 semSignal S1; T2 semSignal S1; T1 semWait S1; T1 exit",
    ])
  func sound(text: String) {
    #expect(findings(text).alarms.isEmpty)
  }
}
