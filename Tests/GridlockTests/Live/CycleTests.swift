import Foundation
import Gridlock
import GridlockAnalysis
import Testing

extension LiveTests {
  @Suite struct CycleTests {
    private let source = Source()

    @Test("A ring of threads is found, whatever its length", arguments: [2, 3, 5])
    func ring(_ count: Int) async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { [count] in
        Hangs.ring(of: count)
        Child.awaitFinding(.cycle) { Set($0.participants.map(\.mark.thread)).count == count }
      }
      let told = Told(result)
      #expect(told.titles.contains("error: cycle (probable)"), "\(told)")
      #expect(told.titles.filter { $0.contains("cycle") }.count == 1, "\(told)")
      for index in 0..<count {
        #expect(
          told.firstPlace(
            after: "waits in lock() for condition lock \"ring-\((index + 1) % count)\"")
            == source.place("takes the second"), "\(told)")
        #expect(
          told.firstPlace(after: "holds condition lock \"ring-\(index)\"")
            == source.place("takes the first"))
      }
    }

    @Test("A thread that takes its own lock again is found")
    func own() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Hangs.own()
        Child.awaitFinding(.selfDeadlock)
      }
      let told = Told(result)
      #expect(told.titles == ["error: self (probable)"], "\(told)")
      #expect(told.firstPlace(after: "waits in lock()") == source.place("takes it again"))
      #expect(told.firstPlace(after: "taken in lock()") == source.place("takes it"))
    }

    @Test("A ring through withLock names the caller's lines, not the closure's wrapper")
    func scoped() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Hangs.scoped()
        Child.awaitFinding(.cycle)
      }
      let told = Told(result)
      #expect(
        told.firstPlace(after: "waits in lock() for condition lock \"inner\"")
          == source.place("enters inner"), "\(told)")
      #expect(
        told.firstPlace(after: "waits in lock() for condition lock \"outer\"")
          == source.place("enters outer"), "\(told)")
    }

    @Test("A ring through a plain lock, a semaphore and a join is found")
    func mixed() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Hangs.mixed()
        Child.awaitFinding(.cycle) { $0.severity == .error }
      }
      let told = Told(result)
      #expect(told.titles.contains("error: cycle (probable)"), "\(told)")
      #expect(
        told.firstPlace(after: "waits in lock() for lock \"plain\"")
          == source.place("waits for plain"),
        "\(told)")
    }

    @Test("Several threads behind one ring are its victims, in one finding")
    func victims() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let locks = Hangs.ring(of: 2)
        Child.awaitWaits(2)
        Hangs.victims(3, of: locks)
        Child.awaitWaits(5)
        Child.awaitFinding(.cycle)
        let finding = Detector.findings().filter { $0.kind == .cycle && $0.severity == .error }
        if finding.count != 1 { Child.fail("\(finding.count) findings") }
        let report = Detector.report()
        if !report.contains("\"victim-2\"") { Child.fail("no victim") }
      }
      #expect(Told(result).titles.filter { $0.contains("cycle") }.count == 1)
    }
  }
}

/// Hangs that leave their threads behind: for child processes only.
private enum Hangs {
  @discardableResult
  static func ring(of count: Int) -> [ConditionLock] {
    let locks = (0..<count).map { ConditionLock(condition: 0, name: "ring-\($0)") }
    let barrier = Barrier(count)
    for index in 0..<count {
      thread(named: "member-\(index)") {
        locks[index].lock()  // takes the first
        barrier.wait()
        locks[(index + 1) % count].lock()  // takes the second
      }
    }
    return locks
  }

  static func victims(_ count: Int, of locks: [ConditionLock]) {
    for index in 0..<count {
      thread(named: "victim-\(index)") { locks[index % locks.count].lock() }
    }
  }

  static func own() {
    let lock = ConditionLock(condition: 0, name: "own")
    thread(named: "again") {
      lock.lock()  // takes it
      lock.lock()  // takes it again
    }
  }

  static func scoped() {
    let outer = ConditionLock(condition: 0, name: "outer")
    let inner = ConditionLock(condition: 0, name: "inner")
    let barrier = Barrier(2)
    thread(named: "inward") {
      outer.withLock {
        barrier.wait()
        inner.withLock {}  // enters inner
      }
    }
    thread(named: "outward") {
      inner.withLock {
        barrier.wait()
        outer.withLock {}  // enters outer
      }
    }
  }

  /// "holder" has the plain lock and joins "joined", which waits for a permit that "giver" brings
  /// once it has the plain lock.
  static func mixed() {
    let plain = Lock(name: "plain")
    let permits = Semaphore(value: 0)
    permits.name = "permits"
    let barrier = Barrier(2)
    thread(named: "giver") {
      permits.signal()
      barrier.wait()
      plain.lock()  // waits for plain
      permits.signal()
    }
    let joined = thread(named: "joined") {
      permits.wait()
      permits.wait()
    }
    thread(named: "holder") {
      plain.lock()
      barrier.wait()
      joined.join()
    }
  }
}
